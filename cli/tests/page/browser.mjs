// SPDX-License-Identifier: Apache-2.0
// A page in a real browser without a network, and what can be seen of it.
import {pathToFileURL} from 'node:url';
import puppeteer from 'puppeteer-core';

/** Starts the browser; every request but the page itself is refused and counted. */
export async function open(chromium) {
  const browser = await puppeteer.launch({
    executablePath: chromium, headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars'],
  });
  return {browser, show: options => show(browser, options)};
}

async function show(browser, {file, width = 1200, scheme = 'light', screenshot}) {
  const page = await browser.newPage();
  await page.setViewport({width, height: 900});
  await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}]);
  const problems = [];
  page.on('pageerror', error => problems.push(String(error)));
  page.on('console', message => {
    if (message.type() === 'error') problems.push(message.text());
  });
  const url = pathToFileURL(file).href;
  await page.setRequestInterception(true);
  page.on('request', request => {
    if (request.url() === url) return request.continue();
    problems.push('a request for ' + request.url());
    request.abort();
  });
  await page.goto(url);
  if (screenshot) await page.screenshot({path: screenshot, fullPage: true});
  const seen = await page.evaluate(look);
  await page.close();
  return {...seen, problems};
}

/** Runs in the page: what a reader sees of it. */
function look() {
  const text = query => document.querySelector(query)?.innerText ?? '';
  const colour = (query, property) => getComputedStyle(document.querySelector(query))[property];
  const pictures = [...document.querySelectorAll('canvas')].map(canvas => {
    const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const cells = [];
    const high = canvas.closest('figure').innerText.match(/(\d+) x (\d+) weights/);
    const [rows, columns] = [Number(high[1]), Number(high[2])];
    for (let r = 0; r < rows; ++r)
      for (let c = 0; c < columns; ++c) {
        const x = Math.floor((c + 0.5) * canvas.width / columns);
        const y = Math.floor((r + 0.5) * canvas.height / rows);
        const at = 4 * (y * canvas.width + x);
        cells.push([...data.slice(at, at + 3)].join(','));
      }
    return {rows, columns, cells, legend: canvas.closest('figure').querySelector('figcaption').innerText,
      label: canvas.getAttribute('aria-label')};
  });
  return {
    headline: text('#headline'), text: document.body.innerText, pictures,
    sections: [...document.querySelectorAll('section > h2')].map(node => node.innerText),
    headlineSize: parseFloat(colour('#headline', 'fontSize')),
    paper: colour('body', 'backgroundColor'), ink: colour('body', 'color'),
    marked: [...document.querySelectorAll('mark')].map(node => node.innerText),
    overflow: document.documentElement.scrollWidth - window.innerWidth,
    unnamed: [...document.querySelectorAll('canvas, input, [tabindex], nav, svg')]
      .filter(node => !node.getAttribute('aria-label')).length,
    dangling: [...document.querySelectorAll('a[href^="#"]')]
      .filter(node => !document.getElementById(node.getAttribute('href').slice(1))).length,
    curves: [...document.querySelectorAll('svg')].map(svg => ({
      label: svg.getAttribute('aria-label'), words: [...svg.querySelectorAll('text')].map(node => node.textContent),
      width: svg.getBoundingClientRect().width, stroke: getComputedStyle(svg.querySelector('path')).stroke,
      points: svg.querySelector('path').getAttribute('d').split(/[ML]/).filter(Boolean)
        .map(pair => pair.trim().split(' ').map(Number)),
    })),
    bars: [...document.querySelectorAll('.bar')].map(bar => [bar.innerText.replace(/\s+/g, ' ').trim(),
      bar.querySelector('b').getBoundingClientRect().width / bar.querySelector('div').getBoundingClientRect().width]),
    fails: document.querySelectorAll('td a.fail').length,
    scripts: document.querySelectorAll('script').length,
  };
}
