import { readFileSync } from 'node:fs';

/** As much of curl as the guides type, for a machine that has no curl. Exit codes as of curl: 7 and 22. */
const silent = new Set(['-s', '-sS', '--silent', '--show-error', '--fail', '--fail-with-body']);
const form = new URLSearchParams();
const headers = new Headers();
let url = '';
let tries = 1;
let shows = true;
/** What is written at the end. */
let format = '';
const words = process.argv.slice(2);
for (let word = words.shift(); word !== undefined; word = words.shift()) {
  if (silent.has(word)) continue;
  if (word === '--output' || word === '-o') shows = words.shift() === undefined;
  else if (word === '-w') format = words.shift() ?? '';
  else if (word === '--retry') tries += Number(words.shift());
  else if (word === '--retry-connrefused') continue;
  else if (word === '-u') headers.set('authorization', `Basic ${btoa(words.shift() ?? '')}`);
  else if (word === '-H') {
    const [name = '', ...value] = (words.shift() ?? '').split(':');
    headers.set(name, value.join(':').trim());
  } else if (['-d', '--data', '--data-urlencode'].includes(word)) {
    const field = words.shift() ?? '';
    const [name = '', ...value] = field.split('=');
    if (field.endsWith('@-')) form.append(field.slice(0, -2), readFileSync(0, 'utf8'));
    else form.append(name, value.join('='));
  } else if (word.startsWith('-')) throw new Error(`This curl does not know ${word}`);
  else url = /^https?:/.test(word) ? word : `http://${word}`;
}

async function call(): Promise<Response> {
  const body = form.size === 0 ? {} : { method: 'POST', body: form };
  for (;;)
    try {
      return await fetch(url, { ...body, headers, redirect: 'manual' });
    } catch (error) {
      tries -= 1;
      if (tries < 1) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
}

try {
  const answer = await call();
  const text = await answer.text();
  if (shows) process.stdout.write(text);
  const location = answer.headers.get('location');
  const target = location === null ? '' : new URL(location, url).href;
  process.stdout.write(format.replace('%{redirect_url}', () => target).replaceAll(String.raw`\n`, '\n'));
  process.exitCode = answer.status < 400 ? 0 : 22;
} catch (error) {
  console.error(error);
  process.exitCode = 7;
}
