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

/** Pairs of a name and a count, from an object. */
const countsOf = counts => table(['', 'count'], Object.entries(counts).map(([name, count]) =>
  [name, typeof count === 'object' ? JSON.stringify(count) : number(count)]));

/** The stored vectors: counts by format, level, sign and flag. */
function showGolden(golden) {
  const groups = Object.entries(golden).filter(([, value]) => value && typeof value === 'object' &&
    !Array.isArray(value));
  section('vectors', 'Vectors', el('p', {class: golden.passed === false ? 'fail' : 'pass'},
    golden.passed === false ? 'the stored set is not sound' : 'the stored set is sound'),
    groups.map(([name, counts]) => el('div', {}, el('h3', {}, name), countsOf(counts))));
  return golden.passed === false ? 'vectors: not sound' : null;
}

/** A certificate: its headline and its counts. */
function showCertificate(certificate) {
  const lines = Object.entries(certificate).filter(([, value]) => typeof value !== 'object');
  section('certificate', 'Certificate', table(['', ''], lines.map(([key, value]) => [key, String(value)])),
    Object.entries(certificate).filter(([, value]) => value && typeof value === 'object' &&
      !Array.isArray(value)).map(([name, counts]) => el('div', {}, el('h3', {}, name), countsOf(counts))));
  return certificate.passed === false ? 'certificate: not passed' : null;
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
const wrong = parts.map(part => show[part.kind](part.data)).filter(Boolean);
const headline = document.getElementById('headline');
headline.textContent = wrong.length ? wrong.join('; ') : `${parts.length} result${
  parts.length === 1 ? '' : 's'}, nothing wrong`;
headline.className = wrong.length ? 'fail' : 'pass';
