// SPDX-License-Identifier: Apache-2.0
// What a reader sees of the pages that report.sh made. Usage: check_pages.mjs CHROMIUM FOLDER
import assert from 'node:assert/strict';
import {statSync} from 'node:fs';
import {open} from './browser.mjs';

const [chromium, folder] = process.argv.slice(2);
const {browser, show} = await open(chromium);
let shown = 0;

/** The page at a width in a colour scheme; what holds of every page is asserted here. */
async function see(name, width, scheme) {
  const file = `${folder}/${name}.html`;
  assert.ok(statSync(file).size < 2e6, `${name}: ${statSync(file).size} bytes`);
  const seen = await show({file, width, scheme, screenshot: `${folder}/${name}-${width}-${scheme}.png`});
  ++shown;
  const what = `${name}, ${width} px, ${scheme}`;
  assert.deepEqual(seen.problems, [], `${what}: errors or requests`);
  assert.equal(seen.overflow, 0, `${what}: the page is wider than the window`);
  assert.equal(seen.unnamed, 0, `${what}: parts without a name for a screen reader`);
  assert.equal(seen.dangling, 0, `${what}: links that lead nowhere`);
  assert.equal(seen.scripts, 2, `${what}: scripts that are not ours`);
  assert.ok(seen.headline.length > 0 && seen.headlineSize >= 18, `${what}: no headline`);
  assert.ok(contrast(seen.paper, seen.ink) >= 7, `${what}: ${seen.ink} on ${seen.paper}`);
  return seen;
}

/** WCAG's contrast of two colours as the browser computed them. */
function contrast(one, other) {
  const light = colour => colour.match(/\d+/g).slice(0, 3).map(Number).map(value => value / 255)
    .map(value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

const brightness = colour => colour.match(/\d+/g).slice(0, 3).map(Number).reduce((a, b) => a + b);

/** Every page wide and bright, and narrow and dark. */
async function both(name) {
  const wide = await see(name, 1200, 'light');
  const narrow = await see(name, 400, 'dark');
  assert.ok(brightness(wide.paper) > 600 && brightness(narrow.paper) < 150, 'light and dark');
  assert.equal(narrow.headline, wide.headline);
  return wide;
}

/** The cells of a picture that are not drawn as right: [row, column, colour]. */
function wrongCells(picture) {
  const right = '159,179,166';
  return picture.cells.map((colour, i) => [Math.floor(i / picture.columns), i % picture.columns, colour])
    .filter(([, , colour]) => colour !== right);
}

function failing(seen, laws, rule) {
  assert.equal(seen.headline, `gate: ${laws} laws broken`);
  assert.deepEqual(seen.sections, ['Gate', 'Failures']);
  assert.equal(seen.fails, laws, 'failing cells of the matrix');
  assert.match(seen.text, /agreement\s+FAIL/);
  assert.match(seen.text, new RegExp(`exec t2 decode \\(agreement\\): ${rule}`));
  assert.equal(seen.pictures.length, laws);
  assert.equal(seen.marked.length, 3 * laws, 'a byte of codes and two of the scale are marked');
  const [picture] = seen.pictures;
  assert.deepEqual([picture.rows, picture.columns], [32, 256]);
  return picture;
}

// Two fields of every byte changed places: columns 1 and 2 of each four are wrong, 0 and 3 are not.
const swapped = wrongCells(failing(await both('permuted'), 2, 'T2-1'));
assert.ok(swapped.length > 2000, `${swapped.length} cells show the permutation`);
assert.deepEqual([...new Set(swapped.map(([, column]) => column % 4))].sort(), [1, 2]);
assert.equal(new Set(swapped.map(([row]) => row)).size, 32, 'in every row');

// A subnormal scale became 0: half a row, in the colour of what became zero.
const lost = failing(await both('flush'), 2, 'HALF-2');
const zeros = wrongCells(lost);
assert.ok(zeros.length > 50 && zeros.length <= 128, `${zeros.length} cells show lost weights`);
assert.ok(zeros.every(([row, column, colour]) => row === 0 && column < 128 && colour === '245,159,0'));
assert.match(lost.legend, new RegExp(`became zero: ${zeros.length}`));
assert.match(lost.label, new RegExp(`${zeros.length} became zero`));

// One reserved code became a weight: one cell.
const reserved = failing(await both('reserved'), 2, 'T2-3');
assert.equal(wrongCells(reserved).length, 1);
assert.match(reserved.legend, /wrong, reserved: 1/);

// What conforms says so; the other kinds of results have their sections.
const good = await both('good');
assert.equal(good.headline, '1 result, nothing wrong');
assert.deepEqual([good.fails, good.pictures.length], [0, 0]);
const all = await both('all');
assert.deepEqual(all.sections, ['Speed', 'Certificate', 'Gate', 'Vectors', 'Self-test']);
assert.match(all.text, /(\d+) of \1 wrong codecs caught/);
assert.match(all.text, /the stored set of [\d,]+ vectors is sound/);
assert.match(all.headline, /bench: wrong answers; certificate: NOT PASSED/);
assert.match(all.text, /decode\/t2s: the answer is wrong/);
const [[said, share]] = all.bars;
assert.equal(said, 'decode/t2 to limit/store 0.87');
assert.ok(Math.abs(share - 0.87) < 0.01, `the bar takes ${share} of the way to the limit`);

// Names from outside are text, whatever they hold; a result that is not one does not hide the rest.
const hostile = await both('hostile');
assert.match(hostile.text, /<\/script><img src=x onerror=alert\(1\)>/);
assert.match(hostile.headline, /broken\.json: cannot be drawn/);
assert.match(hostile.text, /agreement\s+FAIL/);

// A campaign: its targets, its curve, and findings whose words do nothing.
const fuzzed = await both('fuzz');
assert.equal(fuzzed.headline, 'fuzz: 1 finding');
assert.deepEqual(fuzzed.sections, ['Fuzzing', 'Findings']);
assert.match(fuzzed.text, /finding: t2\/x<\/script><img src=x onerror=alert\(2\)>\/y/);
assert.match(fuzzed.text, /story of t2\/x/);
assert.match(fuzzed.text, /case: t2 decode/);
assert.match(fuzzed.text, /again: .*\/fuzz_case .*\/input/);
assert.match(fuzzed.text, /fuzz_case\s+[\d,]+\s+[\d,]+\s+9\s/);
const clean = await both('clean');
assert.equal(clean.headline, '1 result, nothing wrong');
assert.deepEqual(clean.sections, ['Fuzzing']);
const [curve] = clean.curves;
assert.deepEqual([curve.label, curve.words, curve.points.length],
  ['9 edges after 19 s', ['9 edges', '0 s', '19 s'], 20]);
assert.ok(curve.width > 300 && curve.stroke !== 'none', 'the curve is drawn');
const falling = curve.points.map(([, y]) => y);
assert.ok(falling.slice(1, 10).every((y, i) => y < falling[i]), 'it rises while edges are new');
assert.ok(falling.slice(10).every(y => y === falling[9] && y < 30), 'then it is level at the top');

// What was interrupted says so, before all else.
const part = await both('part');
assert.equal(part.headline, 'fuzz: stopped before the end; gate: interrupted');
assert.match(part.text, /interrupted: not all of it was asked/);
assert.match(part.text, /stopped before the end/);

await browser.close();
assert.equal(shown, 18);
console.log(`${shown} views of pages, as they should be; screenshots in ${folder}`);
