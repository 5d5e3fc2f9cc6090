// SPDX-License-Identifier: Apache-2.0

const fates = {
  '.': ['right', '#9fb3a6'], 'r': ['right, reserved', '#5c7cfa'], 'R': ['wrong, reserved', '#e8590c'],
  's': ['wrong sign', '#be4bdb'], 'z': ['became zero', '#f59f00'], 'x': ['wrong', '#d6336c'],
};

/** The unit with the first wrong weight: a cell a weight, taller where there are few rows. */
function pictureOf(rows) {
  const [wide, high] = [4, rows.length < 8 ? 24 : 4];
  const canvas = el('canvas', {width: rows[0].length * wide, height: rows.length * high,
    role: 'img', 'aria-label': 'weights of the unit: ' + summaryOf(rows)});
  const draw = canvas.getContext('2d');
  rows.forEach((row, r) => [...row].forEach((fate, c) => {
    draw.fillStyle = (fates[fate] || fates.x)[1];
    draw.fillRect(c * wide, r * high, wide, high);
  }));
  const legend = Object.entries(fates).filter(([fate]) => countOf(rows, fate))
    .map(([fate, [words, colour]]) => el('span', {},
      el('i', {style: 'background:' + colour}), `${words}: ${number(countOf(rows, fate))}`));
  return el('figure', {}, el('div', {class: 'scroll', tabindex: '0', role: 'region',
    'aria-label': 'picture'}, canvas),
    el('figcaption', {class: 'legend'}, `${rows.length} x ${rows[0].length} weights. `, legend));
}

const countOf = (rows, fate) => rows.reduce((sum, row) => sum + row.split(fate).length - 1, 0);
const summaryOf = rows => Object.keys(fates).filter(fate => countOf(rows, fate))
  .map(fate => `${countOf(rows, fate)} ${fates[fate][0]}`).join(', ');

/** Bytes around the ones that make a weight, these marked. */
function windowOf(bytes) {
  const parts = [];
  for (let i = 0; i < bytes.hex.length / 2; ++i) {
    const at = bytes.from + i;
    const text = bytes.hex.slice(2 * i, 2 * i + 2);
    parts.push(at >= bytes.mark && at < bytes.mark + bytes.count ? el('mark', {}, text) : text, ' ');
  }
  return el('pre', {}, `${bytes.what}, from byte ${bytes.from}:  `, parts);
}

function failureOf(bench, law) {
  const first = law.first;
  return el('article', {class: 'failure', id: anchorOf(bench, law)},
    el('h3', {}, `${bench.subject} ${bench.format} ${first.op} (${law.law}): ${first.rule}`),
    el('p', {}, `asked by ${first.domain}: ${first.why}`),
    el('p', {}, `${first.where}: expected `, el('code', {}, first.expected), ', got ',
      el('code', {}, first.got)),
    first.explanation ? el('pre', {}, first.explanation) : null,
    first.lookalike ? el('p', {}, el('b', {}, first.lookalike)) : null,
    (first.bytes || []).map(windowOf),
    first.picture && first.picture.length ? pictureOf(first.picture) : null,
    first.case ? el('p', {}, 'case: ', el('code', {}, first.case)) : null);
}

const anchorOf = (bench, law) => ['fail', bench.subject, bench.format, law.law].join('-')
  .replace(/[^A-Za-z0-9-]/g, '_');

function standingOf(bench, law) {
  if (!law || law.standing === 'not asked') return el('td', {class: 'quiet'}, '·');
  if (law.standing === 'fail')
    return el('td', {}, el('a', {class: 'fail', href: '#' + anchorOf(bench, law)}, 'FAIL'));
  return el('td', {class: law.standing}, law.standing === 'known' ? 'known' : number(law.cases));
}

function subjectTable(subject, benches) {
  const declared = benches.filter(bench => bench.declared);
  const names = [...new Set(declared.flatMap(bench => bench.laws.map(law => law.law)))];
  const missing = benches.filter(bench => !bench.declared).map(bench => bench.format);
  return el('div', {}, el('h3', {}, subject),
    declared.length === 0 ? null : table(['cases asked', ...declared.map(bench => bench.format)],
      names.map(name => [name, ...declared.map(bench =>
        standingOf(bench, bench.laws.find(law => law.law === name)))])
        .filter(row => row.some(cell => cell.className !== 'quiet' && cell instanceof Node))),
    missing.length ? el('p', {class: 'quiet'}, 'not declared: ' + missing.join(' ')) : null,
    benches.flatMap(bench => (bench.shortfalls || []).map(text =>
      el('p', {class: 'fail'}, `${bench.format}: ${text}`))));
}

/** The gate: subjects x formats x laws, then every failure with its picture. */
function showGate(gate) {
  const subjects = [...new Set(gate.benches.map(bench => bench.subject))];
  section('gate', 'Gate', el('p', {class: 'quiet'}, `level ${gate.level}, seed ${gate.seed}`),
    (gate.shortfalls || []).map(text => el('p', {class: 'fail'}, text)),
    subjects.map(name => subjectTable(name, gate.benches.filter(bench => bench.subject === name))));
  const failures = gate.benches.flatMap(bench => bench.laws.filter(law => law.first)
    .map(law => failureOf(bench, law)));
  if (failures.length) section('failures', 'Failures', failures);
  if (gate.selftest) showSelftest(gate.selftest);
  const words = [failures.length ? `${failures.length} laws broken` : null,
    gate.interrupted ? 'interrupted' : failures.length ? null : 'falls short'].filter(Boolean).join(', ');
  return gate.passed ? null : `gate: ${words}`;
}

/** The kill matrix: which law and which vector catches which wrong codec. */
function showSelftest(trial) {
  const laws = Object.keys(trial.by_law);
  const holder = el('div', {}, table(['wrong codec', 'format', 'op', 'rarity', 'killed by', 'cases', 'vector',
    'what is wrong'], trial.kills.map(kill => [kill.mutant, kill.format, kill.op, kill.rarity,
    kill.law ? kill.law : el('span', {class: 'fail'}, 'survives'), number(kill.cases),
    kill.vector || '·', el('td', {class: 'text'}, kill.sentence)])));
  const bites = el('div', {}, table(['law', 'wrong codecs that it bites'], laws.map(law =>
    [law, number(trial.by_law[law])])));
  section('selftest', 'Self-test', el('p', {class: trial.passed ? 'pass' : 'fail'},
    `${number(trial.mutants - trial.survivors)} of ${number(trial.mutants)} wrong codecs caught`),
    (trial.shortfalls || []).map(text => el('p', {class: 'fail'}, text)),
    bites, filterOf(holder, 'filter wrong codecs'), holder);
  return trial.passed ? null : trial.survivors ? 'self-test: wrong codecs survive' :
    `self-test: ${trial.shortfalls.join('; ')}`;
}
