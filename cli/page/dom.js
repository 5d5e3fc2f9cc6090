// SPDX-License-Identifier: Apache-2.0
'use strict';
// Everything that is shown goes through textContent: names and child output are never markup.

/** An element with attributes and children; strings become text. */
function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children.flat().filter(child => child !== null));
  return node;
}

const number = value => Number(value).toLocaleString('en');
const scrolling = table => el('div', {class: 'scroll', tabindex: '0', role: 'region',
  'aria-label': 'table'}, table);

/** A table from a row of heads and rows of cells, strings or elements. */
function table(heads, rows) {
  const cell = value => value instanceof Node && value.nodeName === 'TD' ? value : el('td', {}, value);
  return scrolling(el('table', {},
    el('thead', {}, el('tr', {}, heads.map(head => el('th', {scope: 'col'}, head)))),
    el('tbody', {}, rows.map(row => el('tr', {}, row.map(cell))))));
}

/** A section of the page with its place in the contents. */
function section(id, title, ...children) {
  document.getElementById('contents').append(el('a', {href: '#' + id}, title));
  const node = el('section', {id}, el('h2', {}, title), ...children);
  document.getElementById('main').append(node);
  return node;
}

/** A box that leaves only the rows that hold what is typed. */
function filterOf(holder, label) {
  const input = el('input', {type: 'search', placeholder: label, 'aria-label': label});
  input.addEventListener('input', () => {
    const wanted = input.value.toLowerCase();
    for (const row of holder.querySelectorAll('tbody tr'))
      row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
  return input;
}
