// SPDX-License-Identifier: Apache-2.0
// SARIF against its official schema, JUnit by a reader. Usage: check_reports.mjs FOLDER
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {parse} from 'junit2json';

const folder = process.argv[2];
const read = name => readFileSync(`${folder}/${name}`, 'utf8');
const require = createRequire(import.meta.url);
const schema = require('@microsoft/sarif-multitool-linux/sarif-2.1.0.json');

const ajv = new Ajv2020({strict: false, allErrors: true});
addFormats(ajv);
const valid = ajv.compile(schema);
const sarif = JSON.parse(read('gate.sarif'));
assert.ok(valid(sarif), ajv.errorsText(valid.errors));
const [run] = sarif.runs;
assert.equal(run.results.length, 2);
const ids = run.tool.driver.rules.map(rule => rule.id);
for (const result of run.results) {
  assert.ok(ids.includes(result.ruleId), `${result.ruleId} is no rule of the driver`);
  assert.match(result.message.text, /expected .*, got /s);
}
// The schema is one that refuses.
for (const spoil of [log => delete log.version, log => { log.runs[0].results[0].level = 'bad'; },
  log => { log.runs[0].results[0].message = {}; }]) {
  const spoilt = structuredClone(sarif);
  spoil(spoilt);
  assert.ok(!valid(spoilt), 'a spoilt log was accepted');
}

const suites = await parse(read('gate.xml'));
assert.equal(suites.name, 'tritproof');
for (const suite of suites.testsuite) {
  const cases = suite.testcase ?? [];
  const failed = cases.filter(one => one.failure);
  assert.equal(cases.length, suite.tests, 'tests');
  assert.equal(failed.length, suite.failures, 'failures');
  assert.equal(cases.filter(one => one.skipped).length, suite.skipped, 'skipped');
}
const failures = suites.testsuite.flatMap(suite => suite.testcase).filter(one => one.failure);
assert.deepEqual(failures.map(one => one.name), ['agreement', 'vectors']);
assert.ok(failures.every(one => one.classname === 'exec.t2'));
assert.match(failures[0].failure[0].message, /^T2-3 /);
assert.match(failures[0].failure[0].inner, /row 0 column 1: expected .*\n.*byte 0/s);
console.log(`SARIF and JUnit hold ${failures.length} failures, as their readers say`);
