// SPDX-License-Identifier: Apache-2.0

/** Ratios to the limits of the machine, as bars that end at the limit. */
function showBench(run) {
  const timed = run.benchmarks.filter(one => one.ratio !== undefined);
  const plain = name => name.split('/iterations:')[0];
  const bars = timed.map(one => el('div', {class: 'bar'}, plain(one.name),
    el('div', {}, el('b', {style: `width:${Math.min(100, 100 * one.ratio)}%`})),
    one.ratio.toFixed(2)));
  const wrong = run.benchmarks.filter(one => one.error_occurred);
  section('speed', 'Speed', el('p', {}, `Ratio to the limit of the machine, measured in the same run (${
    run.context.num_cpus} cores). The line at the right is the limit.`), bars,
    wrong.map(one => el('p', {class: 'fail'}, `${plain(one.name)}: ${one.error_message}`)));
  return wrong.length ? 'bench: wrong answers' : null;
}

const sum = counts => counts.reduce((all, one) => all + one, 0);

/** A filtered table of names and counts. */
function countsOf(title, counts) {
  const holder = el('div', {}, table([title, 'vectors'], Object.entries(counts)
    .map(([name, count]) => [name, number(count)])));
  return el('details', {}, el('summary', {}, `${title}s: ${Object.keys(counts).length}`),
    filterOf(holder, `filter ${title}s`), holder);
}

/** The stored vectors: by format and level, and which flags and rules they show. */
function showGolden(golden) {
  const rows = Object.entries(golden.by_format).concat([['all', golden.by_level]]);
  section('vectors', 'Vectors', el('p', {class: golden.sound ? 'pass' : 'fail'}, golden.sound ?
    `the stored set of ${number(golden.vectors)} vectors is sound` : 'the stored set is not sound'),
    golden.faults.map(one => el('p', {class: 'fail'},
      `${one.name}: ${one.where}: expected ${one.expected}, got ${one.got}`)),
    table(['format', 'smoke', 'core', 'full', 'all'], rows.map(([name, counts]) =>
      [name, ...counts.map(number), number(sum(counts))])),
    el('p', {}, ['valid', 'defects', 'refused'].map((name, i) =>
      `${number(golden.by_sign[i])} ${name}`).join(', ')),
    countsOf('flag', golden.by_flag), countsOf('rule', golden.by_rule),
    el('p', {class: 'quiet'}, 'sha256 ' + golden.suite_sha256));
  return golden.sound ? null : 'vectors: not sound';
}

/** A certificate: what it says first, its verdicts, and what it does not say. */
function showCertificate(statement) {
  const said = statement.predicate;
  const passed = said.result !== 'FAILED';
  section('certificate', 'Certificate', el('p', {class: passed ? 'pass' : 'fail'}, said.headline),
    el('p', {}, `Standing: ${said.standing}, ${said.standing_why}.`),
    table(['verdict', 'vectors'], Object.entries(said.counts.by_verdict)
      .map(([name, count]) => [name, number(count)])),
    table(['device', 'value', 'origin'], said.device.map(one => [one.name, one.value, one.origin])),
    (said.rows || []).length ? el('pre', {}, JSON.stringify(said.rows, null, 1)) : null,
    said.says.map(text => el('p', {class: 'quiet'}, text)));
  return passed ? null : `certificate: ${said.headline}`;
}

/** Edges covered over time, one line a target. */
function curveOf(points) {
  const [width, height] = [640, 160];
  const most = Math.max(1, ...points.map(point => point.edges));
  const last = Math.max(1, points.length ? points[points.length - 1].seconds : 1);
  const path = points.map((point, i) => `${i ? 'L' : 'M'}${(point.seconds / last * width).toFixed(1)} ${
    (height - point.edges / most * (height - 20)).toFixed(1)}`).join(' ');
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('width', width);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', `${most} edges after ${last} s`);
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

/** A fuzzing campaign: targets, findings, coverage over time. */
function showFuzz(campaign) {
  section('fuzz', 'Fuzzing', table(['target', 'executions', 'exec/s', 'edges', 'corpus', 'findings'],
    campaign.targets.map(one => [one.target, number(one.executions), number(one.exec_per_second),
      number(one.edges), number(one.corpus), el('td', {class: one.findings ? 'fail' : ''},
        number(one.findings))])),
    (campaign.findings || []).map(one => el('article', {class: 'failure'}, el('h3', {}, one.key),
      el('pre', {}, one.text || ''))),
    campaign.targets.filter(one => one.curve && one.curve.length > 1).map(one =>
      el('div', {}, el('h3', {}, one.target), curveOf(one.curve))));
  return campaign.findings && campaign.findings.length ? `fuzz: ${campaign.findings.length} findings` : null;
}

const show = {gate: showGate, selftest: showSelftest, bench: showBench, golden: showGolden,
  certificate: showCertificate, fuzz: showFuzz};
const parts = JSON.parse(document.getElementById('data').textContent);
/** What is wrong with one result; one that is not as it should be says so. */
function drawn(part) {
  try {
    return show[part.kind](part.data);
  } catch (error) {
    return `${part.name}: cannot be drawn: ${error.message}`;
  }
}

const wrong = parts.map(drawn).filter(Boolean);
const headline = document.getElementById('headline');
headline.textContent = wrong.length ? wrong.join('; ') : `${parts.length} result${
  parts.length === 1 ? '' : 's'}, nothing wrong`;
headline.className = wrong.length ? 'fail' : 'pass';
