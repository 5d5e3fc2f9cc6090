// SPDX-License-Identifier: Apache-2.0

/** Ratios to the limits of the machine, as bars that end at the limit, and the limits themselves. */
function showBench(run) {
  const timed = run.benchmarks.filter(one => one.ratio !== undefined);
  const limits = run.benchmarks.filter(one => one.ratio === undefined && !one.error_occurred);
  const plain = name => name.split('/iterations:')[0];
  const speed = one => Math.max(one['in_bytes/s'] || 0, one['out_bytes/s'] || 0) / 1e9;
  const bars = timed.map(one => el('div', {class: 'bar'},
    el('span', {}, plain(one.name), one.label ? el('small', {class: 'quiet'}, ' to ' + one.label) : null),
    el('div', {}, el('b', {style: `width:${Math.min(100, 100 * one.ratio)}%`})), one.ratio.toFixed(2)));
  const wrong = run.benchmarks.filter(one => one.error_occurred);
  section('speed', 'Speed', el('p', {}, `Ratio to the limit of the machine, measured in the same run (${
    run.context.num_cpus} cores). The line at the right is the limit.`), bars,
    wrong.map(one => el('p', {class: 'fail'}, `${plain(one.name)}: ${one.error_message}`)),
    limits.length ? el('details', {}, el('summary', {}, `Limits and what has none: ${limits.length}`),
      table(['name', 'GB/s'], limits.map(one => [plain(one.name), speed(one).toFixed(2)]))) : null);
  const interrupted = wrong.filter(one => one.error_message.startsWith('interrupted')).length;
  return !wrong.length ? null : interrupted === wrong.length ? 'bench: interrupted' : 'bench: wrong answers';
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

/** Edges covered over time, from points of [seconds, executions, edges]: a line with its two ends named. */
function curveOf(points) {
  const [width, height, low, left] = [420, 160, 24, 8];
  const last = Math.max(1, points[points.length - 1][0]);
  const most = Math.max(1, ...points.map(point => point[2]));
  const x = seconds => (left + seconds / last * (width - 2 * left)).toFixed(1);
  const y = edges => (height - low - edges / most * (height - 2 * low)).toFixed(1);
  const part = (name, attributes, text) => {
    const node = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.textContent = text || '';
    return node;
  };
  const svg = part('svg', {viewBox: `0 0 ${width} ${height}`, width, role: 'img',
    'aria-label': `${number(points[points.length - 1][2])} edges after ${number(Math.round(last))} s`});
  svg.append(part('line', {x1: left, x2: width - left, y1: y(0), y2: y(0)}),
    part('path', {d: points.map((point, i) => `${i ? 'L' : 'M'}${x(point[0])} ${y(point[2])}`).join(' ')}),
    part('text', {x: left, y: 14}, `${number(most)} edges`),
    part('text', {x: left, y: height - 6}, '0 s'),
    part('text', {x: width - left, y: height - 6, 'text-anchor': 'end'}, `${number(Math.round(last))} s`));
  return svg;
}

/** One finding: what it is, its story, its case, and the command that shows it again. */
function findingOf(one) {
  return el('article', {class: 'failure'}, el('h3', {}, `${one.kind}: ${one.key}`),
    el('p', {}, `${one.target}, ${one.times ? `met ${number(one.times)} times` :
      'of an earlier campaign, not met again'}`),
    one.story ? el('pre', {}, one.story) : null,
    one.case ? el('p', {}, 'case: ', el('code', {}, one.case)) : null,
    one.again ? el('p', {}, 'again: ', el('code', {}, one.again)) : null);
}

/** A fuzzing campaign: whether it is clean, its targets, coverage over time, and findings. */
function showFuzz(campaign) {
  const executed = campaign.targets.reduce((all, one) => all + one.executions, 0);
  const counted = (list, name) => list.length ? `${list.length} ${name}${list.length === 1 ? '' : 's'}` : '';
  const words = campaign.clean ? 'clean' : [counted(campaign.findings, 'finding'),
    counted(campaign.shortfalls, 'shortfall')].filter(Boolean).join(', ') || 'not clean';
  section('fuzz', 'Fuzzing', el('p', {class: campaign.clean ? 'pass' : 'fail'}, words),
    el('p', {}, `${counted(campaign.targets, 'target')}, ${number(Math.round(campaign.seconds))} s, ${
      number(executed)} executions`),
    campaign.stopped ? el('p', {class: 'fail'}, 'stopped before the end') : null,
    campaign.shortfalls.map(text => el('p', {class: 'fail'}, text)),
    table(['target', 'executions', 'exec/s', 'edges', 'inputs', 'KiB', 'last new'],
      campaign.targets.map(one => [el('td', {class: one.executions ? '' : 'fail'}, one.name),
        number(one.executions), number(Math.round(one.per_second)), number(one.edges), number(one.inputs),
        number(Math.round(one.bytes / 1024)), `${number(Math.round(one.last_new))} s${
          one.retired ? ', retired' : ''}`])),
    campaign.samples.length > 1 ? [el('h3', {}, 'Coverage over time'), curveOf(campaign.samples)] : null);
  if (campaign.findings.length) section('findings', 'Findings', campaign.findings.map(findingOf));
  return campaign.clean ? campaign.stopped ? 'fuzz: stopped before the end' : null : `fuzz: ${words}`;
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
