import { readFileSync } from 'node:fs';

/** As much of curl as the guide types, for a machine that has no curl. Exit codes as of curl: 7 and 22. */
const silent = new Set(['--silent', '--show-error', '--fail', '--fail-with-body']);
const form = new URLSearchParams();
let url = '';
let shows = true;
const words = process.argv.slice(2);
for (let word = words.shift(); word !== undefined; word = words.shift()) {
  if (silent.has(word)) continue;
  if (word === '--output') shows = words.shift() === undefined;
  else if (word === '--data' || word === '--data-urlencode') {
    const field = words.shift() ?? '';
    const [name = '', ...value] = field.split('=');
    if (field.endsWith('@-')) form.append(field.slice(0, -2), readFileSync(0, 'utf8'));
    else form.append(name, value.join('='));
  } else if (word.startsWith('-')) throw new Error(`This curl does not know ${word}`);
  else url = word;
}
try {
  const answer = await fetch(url, form.size === 0 ? {} : { method: 'POST', body: form });
  const text = await answer.text();
  if (shows) process.stdout.write(text);
  process.exitCode = answer.ok ? 0 : 22;
} catch (error) {
  console.error(error);
  process.exitCode = 7;
}
