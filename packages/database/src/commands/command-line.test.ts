import { version } from '@latchkey/process/version';
import { defineCommand, NotDone, runCommandLine, Unclear, type Program } from './command-line.ts';

const seen: unknown[] = [];
const end = defineCommand({ name: 'end', summary: 'Ends it.', run: async () => 'Ended.\n' });
const loud = { type: 'flag', summary: 'With a noise.' } as const;
const make = defineCommand({
  name: 'make',
  summary: 'Makes.',
  options: { loud },
  async run(input) {
    seen.push(input);
    return 'Made.\n';
  },
});
const makeOne = defineCommand({
  name: 'make one',
  summary: 'Makes one.',
  arguments: { name: { summary: 'Its name.' } },
  options: { loud },
  async run({ name, ...input }) {
    if (name === 'Big') throw new Unclear('A name is in lower case letters.');
    seen.push({ name, ...input });
    if (name === 'broken') throw new Error('it is broken.');
    if (name === 'foreign') throw new NotDone('it belongs to somebody else.');
    return 'Made one.\n';
  },
});
const program: Program = { name: 'tool', commands: [make, makeOne, end] };

async function run(...args: string[]) {
  let [printed, complained] = ['', ''];
  const print = (text: string) => void (printed += text);
  const complain = (text: string) => void (complained += text);
  const code = await runCommandLine(program, args, { env: {}, isTerminal: true, print, complain });
  return { code, printed, complained };
}

beforeEach(() => seen.splice(0));

test('--version prints the version of the release', async () => {
  expect(await run('--version')).toEqual({ code: 0, printed: `${version}\n`, complained: '' });
});

test('the longest name that fits is the command', async () => {
  expect(await run('make', '--loud')).toEqual({ code: 0, printed: 'Made.\n', complained: '' });
  expect(await run('make', 'one', 'thing', '--loud')).toMatchObject({ code: 0 });
  expect(seen).toEqual([{ loud: true }, { name: 'thing', loud: true }]);
});

test.each([
  [['mak'], 'There is no command mak. Did you mean make? See tool --help'],
  [['make', 'two'], 'make does not take "two". See tool make --help'],
  [['make', 'one'], 'make one needs NAME. See tool make one --help'],
  [['make', 'one', 'Big'], 'A name is in lower case letters.'],
  [['make', 'one', 'a', 'b'], 'make one does not take "b". See tool make one --help'],
  [['end', '--quiet'], 'Unknown option --quiet. See tool end --help'],
])('the arguments %j are not understood: status 2, and nothing is run', async (args, sentence) => {
  expect(await run(...args)).toEqual({ code: 2, printed: '', complained: `tool: ${sentence}\n` });
  expect(seen).toEqual([]);
});

test('a command that what it found does not allow ends with status 3 and one sentence', async () => {
  const complained = 'tool: it belongs to somebody else.\n';
  expect(await run('make', 'one', 'foreign')).toEqual({ code: 3, printed: '', complained });
});

test('a command that fails ends with status 1 and one sentence', async () => {
  const complained = 'tool: it is broken.\n';
  expect(await run('make', 'one', 'broken')).toEqual({ code: 1, printed: '', complained });
});

test.each([
  [[], 2],
  [['--help'], 0],
  [['help'], 0],
])('%j shows what there is, with status %i', async (args, status) => {
  const { code, printed } = await run(...args);
  expect([code, printed.split('\n').slice(0, 5)]).toEqual([
    status,
    ['Usage: tool COMMAND …', '', 'Commands:', '  make  Makes.', '  end   Ends it.'],
  ]);
});
