import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../infra/local/paths.ts';

interface Citation {
  readonly part: string;
  /** Undefined where a whole part is cited. */
  readonly heading: string | undefined;
}

const ignored = ['**/node_modules/**', '**/generated/**', '**/.latchkey/**'];
const commentBreak = /\n[ \t]*(?:\*|\/\/|--)?[ \t]*/g;
const start = /contract,? parts? (\d)/gi;
/** What may stand between two headings of one citation, the next part, or a heading. */
const next = /\s*(?:,|and\b|\([^)]*\)|\d+(?:\s*(?:,|to|and)\s*\d+)*|part (\d)|"([^"]+)")/y;

/** Reads `contract part 2 "Order", "Words"` and `contract part 0 "Envelope", part 1 "Errors"`, over line breaks too. */
function listCitations(source: string): Citation[] {
  const text = source.replace(commentBreak, ' ');
  return [...text.matchAll(start)].flatMap((found) => {
    const headings = readHeadings(text, found.index + found[0].length, found[1] ?? '');
    return [{ part: found[1] ?? '', heading: undefined }, ...headings];
  });
}

function readHeadings(text: string, from: number, firstPart: string): Citation[] {
  const headings: Citation[] = [];
  let part = firstPart;
  next.lastIndex = from;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    part = found[1] ?? part;
    if (found[2] !== undefined) headings.push({ part, heading: found[2] });
  }
  return headings;
}

const headingsByPart = new Map(
  globSync('docs/contract/[0-9]-*.md', { cwd: rootDir }).map((path) => {
    const text = readFileSync(join(rootDir, path), 'utf8');
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
    return [path.replace('docs/contract/', '').slice(0, 1), new Set(headings)] as const;
  }),
);

function isKnown({ part, heading }: Citation): boolean {
  const headings = headingsByPart.get(part);
  return headings !== undefined && (heading === undefined || headings.has(heading));
}

describe('a citation', () => {
  test.each([
    ['of a part that does not exist', 'contract part 9', [{ part: '9', heading: undefined }]],
    ['of a heading that does not exist', 'contract part 0 "Nothing"', [{ part: '0', heading: 'Nothing' }]],
    ['with a second heading', 'Contract part 2 "Order" and "Nothing"', [{ part: '2', heading: 'Nothing' }]],
    ['with a second part', 'contract part 2 "Order", part 3 "Order"', [{ part: '3', heading: 'Order' }]],
    ['behind an item', 'contract part 0 "Names" 2 to 3, "Nothing"', [{ part: '0', heading: 'Nothing' }]],
    ['over a line break', ' * Source: contract part 0\n * "Nothing".', [{ part: '0', heading: 'Nothing' }]],
    ['followed by another source', 'contract part 0 "Names", requirement 2 "Nothing"', []],
  ])('%s', (_name, text, unknown) => {
    expect(listCitations(text).filter((citation) => !isKnown(citation))).toEqual(unknown);
  });
});

const files = globSync('**/*.{ts,lua,sql,md}', { cwd: rootDir, exclude: ignored })
  .filter((path) => !path.endsWith('contract-sources.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(rootDir, path), 'utf8') }));

test('every heading of the contract that a file cites exists', () => {
  const citations = files.flatMap(({ path, text }) =>
    listCitations(text).map((found) => ({ path, ...found })),
  );
  expect(citations.length).toBeGreaterThan(200);
  expect(citations.filter((citation) => !isKnown(citation))).toEqual([]);
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
