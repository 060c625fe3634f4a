import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../infra/local/paths.ts';
import { httpStatus, type ErrorCode } from '../packages/contracts/src/codes.ts';
import { errors as dropErrors } from '../services/drop/src/errors.ts';

const ignored = ['**/node_modules/**', '**/generated/**', '**/dist/**', '**/.latchkey/**'];
/** A citation is on one line and names one heading, or a whole part. */
const citation = /contract part (\d)(?: "([^"\n]+)")?/gi;
/** What the pattern above would read as less than what is written. */
const broken =
  /contract parts|contract part$|contract part \d "[^"\n]*$|contract part \d "[^"\n]+"[^.;\n]* part \d "/gim;

const headingsByPart = new Map(
  globSync('docs/contract/[0-9]-*.md', { cwd: rootDir }).map((path) => {
    const text = readFileSync(join(rootDir, path), 'utf8');
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
    return [path.replace('docs/contract/', '').slice(0, 1), new Set(headings)] as const;
  }),
);

/** The citations of a text that no part or heading answers to, and those that are not on one line. */
function findFaults(text: string): string[] {
  const unknown = [...text.matchAll(citation)].filter(([, part = '', heading]) => {
    const headings = headingsByPart.get(part);
    return headings === undefined || (heading !== undefined && !headings.has(heading));
  });
  return [...unknown, ...text.matchAll(broken)].map(([found]) => found);
}

const files = globSync('**/*.{ts,lua,sql,md}', { cwd: rootDir, exclude: ignored })
  .filter((path) => !path.endsWith('contract-sources.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(rootDir, path), 'utf8') }));

test('every citation of the contract is on one line, and its heading exists', () => {
  expect(files.flatMap(({ text }) => [...text.matchAll(citation)]).length).toBeGreaterThan(200);
  expect(files.flatMap(({ path, text }) => findFaults(text).map((fault) => ({ path, fault })))).toEqual([]);
});

test('every decision that a file cites exists and is listed', () => {
  const pages = new Set(globSync('docs/decisions/[0-9]*.md', { cwd: rootDir }));
  const cited = files.flatMap(({ path, text }) =>
    [...text.matchAll(/docs\/decisions\/\d[\w.-]*\.md/g)].map(([page]) => ({ path, page })),
  );
  expect(cited.length).toBeGreaterThan(4);
  expect(cited.filter(({ page }) => !pages.has(page))).toEqual([]);
  const list = readFileSync(join(rootDir, 'docs/decisions/README.md'), 'utf8');
  const listed = [...list.matchAll(/\((\d[\w.-]*\.md)\)/g)].map(([, name]) => `docs/decisions/${name}`);
  expect(listed.toSorted()).toEqual([...pages].toSorted());
});

/** The rows of a table of the contract, without its head. */
function readRows(name: string): string[][] {
  const text = readFileSync(join(rootDir, 'docs/contract', name), 'utf8');
  const [, ...rows] = text.trimEnd().split('\n');
  return rows.map((row) => row.split('\t'));
}

test('the contract names the messages of drop as drop says them', () => {
  const known = new Set<string>(Object.values(dropErrors).map(({ message }) => message));
  known.add('Principal id is unavailable');
  const named = readRows('3-messages.tsv').flatMap(([, messages = '']) => messages.split(' · '));
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((message) => !known.has(message.replace(/ \(.*\)$/, '')))).toEqual([]);
});

test('the contract gives the errors of sso the statuses of the code', () => {
  const rows = readRows('1-errors.tsv');
  const wrong = rows.filter(([error = '', status]) => String(httpStatus(error as ErrorCode)) !== status);
  // Beyond a limit slow_down has the status of throttled.
  expect(wrong.map(([error, status]) => [error, status])).toEqual([['slow_down', '429']]);
});
