import { version } from '@latchkey/process/version';
import { defineCommand, NotDone, runCommandLine, type Program } from './command-line.ts';

const seen: unknown[] = [];
const define = (name: string, usage = '') =>
  defineCommand({
    name,
    usage,
    summary: `Does ${name}.`,
    options: { loud: { type: 'boolean', default: false } },
    read: ({ loud }, argument) => ({ loud, argument }),
    run: async (input) => {
      seen.push([name, input]);
      if (input.argument === 'broken') throw new Error('it is broken.');
      if (input.argument === 'foreign') throw new NotDone('it belongs to somebody else.');
      return `${name} is done.\n`;
    },
  });
const program: Program = {
  name: 'tool',
  commands: [define('make'), define('make one', 'NAME'), define('end')],
};

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
  expect(await run('make')).toEqual({ code: 0, printed: 'make is done.\n', complained: '' });
  expect(await run('make', 'one', 'thing', '--loud')).toMatchObject({ code: 0 });
  expect(seen).toEqual([
    ['make', { loud: false, argument: '' }],
    ['make one', { loud: true, argument: 'thing' }],
  ]);
});

test.each([
  [[], 'The commands are "make", "make one", "end".'],
  [['mak'], 'The commands are'],
  [['make', 'two'], '"make" takes no argument.'],
  [['make', 'one'], '"make one" takes one argument, NAME.'],
  [['make', 'one', 'a', 'b'], '"make one" takes one argument, NAME.'],
  [['end', '--quiet'], "Unknown option '--quiet'"],
])('the arguments %j are not understood: status 2, and nothing is run', async (args, sentence) => {
  const { code, printed, complained } = await run(...args);
  expect([code, printed, seen]).toEqual([2, '', []]);
  expect(complained).toContain(sentence);
});

test('a command that what it found does not allow ends with status 3 and one sentence', async () => {
  const complained = 'tool: it belongs to somebody else.\n';
  expect(await run('make', 'one', 'foreign')).toEqual({ code: 3, printed: '', complained });
});

test('a command that fails ends with status 1 and one sentence', async () => {
  const complained = 'tool: it is broken.\n';
  expect(await run('make', 'one', 'broken')).toEqual({ code: 1, printed: '', complained });
});

test('the help shows every command with its arguments', async () => {
  const { code, printed } = await run('end', '--help');
  expect(code).toBe(0);
  expect(printed).toContain('  tool make one NAME\n    Does make one.\n');
});
