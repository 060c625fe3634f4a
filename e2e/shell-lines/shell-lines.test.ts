import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootDir } from '../../infra/local/paths.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import type { Stack } from '../../infra/local/stack.ts';
import { commands } from '../../sdk/cli/src/commands/index.ts';
import { readShellLines } from '../../sdk/cli/src/program.ts';
import { readBlocks } from '../process/guide.ts';
import { otherHelpLines, pages, type Player } from './pages.ts';
import { createPlayer, readLines } from './play-lines.ts';

const patterns = [
  '*.md',
  '{packages,sdk,sdk/examples,services}/*/README.md',
  'docs/*.md',
  'docs/guides/*.md',
];
const blocksOf = (page: string) => readBlocks(join(rootDir, page));
const withBlocks = patterns
  .flatMap((pattern) => globSync(pattern, { cwd: rootDir }))
  .filter((page) => blocksOf(page).length > 0);
/** Each block of a page with who plays it. */
const listPlayers = (page: string): readonly (Player | undefined)[] => {
  const players = pages[page];
  return blocksOf(page).map((_, at) =>
    Array.isArray(players) ? (players as Player[])[at] : (players as Player),
  );
};
const played = withBlocks.flatMap((page) =>
  blocksOf(page).flatMap(({ commands: block }, at) => {
    const player = listPlayers(page)[at];
    return player !== undefined && 'play' in player ? [[page, block] as const] : [];
  }),
);
const helpLines = commands.flatMap(readShellLines).filter((line) => !(line in otherHelpLines));

const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'latchkey-lines-'));
let stack: Stack;
let play: ReturnType<typeof createPlayer>;

beforeAll(async () => {
  stack = await shareStack();
  play = createPlayer(stack.urls, folder);
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('somebody plays each block of shell commands, or the list says why not', () => {
  const lacking = withBlocks.filter((page) => listPlayers(page).includes(undefined));
  const surplus = Object.entries(pages).filter(
    ([page, players]) => Array.isArray(players) && players.length !== blocksOf(page).length,
  );
  expect({ lacking, surplus: surplus.map(([page]) => page) }).toEqual({ lacking: [], surplus: [] });
  const tests = Object.values(pages)
    .flat()
    .flatMap((player) => ('playedBy' in player ? [player.playedBy] : []));
  expect(tests.filter((file) => !existsSync(join(rootDir, file)))).toEqual([]);
});

test.each(played)('a person can type the lines of %s', async (_page, block) => {
  const printed: string[] = [];
  for (const line of readLines(block)) printed.push(await play(line));
  expect(printed.join('')).not.toBe('');
});

test.each(helpLines)('a person can type the line of the help: %s', async (line) => {
  await expect(play(line, line.startsWith('source') ? '/bin/bash' : '/bin/sh')).resolves.toEqual(
    expect.any(String),
  );
});
