import type { Input } from '@latchkey/process/command-line';
import { defineCommand } from './command.ts';
import { parse } from './program.ts';

const run = async () => undefined;
const commands = [
  defineCommand({ name: 'drop', summary: 'Not a group alone.', run }),
  defineCommand({
    name: 'drop take',
    summary: 'Take.',
    arguments: { id: { summary: 'The id.' }, file: { summary: 'The file.', isOptional: true } },
    options: {
      ttl: { type: 'number', summary: 'Seconds.' },
      kind: { type: 'text', summary: 'The kind.', choices: ['a', 'b'] },
      scope: { type: 'list', summary: 'Scopes.' },
      all: { type: 'flag', summary: 'All.' },
    },
    run,
  }),
  defineCommand({ name: 'admin users', summary: 'Users.', run }),
  defineCommand({
    name: 'admin switch',
    summary: 'Switch.',
    arguments: { state: { summary: 'on or off.', choices: ['on', 'off'] } },
    run,
  }),
];
const nothing = { id: undefined, file: undefined, ttl: undefined, kind: undefined, scope: [], all: false };

test.each<[string, string[], Input]>([
  ['arguments', ['drop', 'take', 'x', 'y'], { id: 'x', file: 'y' }],
  [
    'options in any place',
    ['--json', 'drop', '--quiet', 'take', '--ttl', '60', 'x', '--all'],
    { id: 'x', ttl: 60, all: true },
  ],
  ['a list', ['drop', 'take', 'x', '--scope', 'a', '--scope=b'], { id: 'x', scope: ['a', 'b'] }],
  ['a choice', ['drop', 'take', 'x', '--kind', 'b'], { id: 'x', kind: 'b' }],
  ['a made id with a hyphen', ['drop', 'take', '-abcdefghijklmnopqrstu'], { id: '-abcdefghijklmnopqrstu' }],
  ['a made id with two', ['drop', 'take', '--abcdefghijklmnopqrst'], { id: '--abcdefghijklmnopqrst' }],
  ['any id after --', ['drop', 'take', '--', '--all'], { id: '--all' }],
])('%s', (_name, args, expected) => {
  expect(parse(commands, args)).toMatchObject({
    command: { name: 'drop take' },
    input: { ...nothing, ...expected },
  });
});

const bare = 'needs a value. Write --NAME=VALUE for one that begins with -. See latchkey --help';
test.each<[string[], string]>([
  [['fetch'], 'There is no command fetch. See latchkey --help'],
  [['admin', 'fetch'], 'There is no command admin fetch. See latchkey admin --help'],
  [['drop', 'take'], 'drop take needs ID. See latchkey drop take --help'],
  [['drop', 'take', 'a', 'b', 'c'], 'drop take does not take "c". See latchkey drop take --help'],
  [['drop', 'take', 'x', '--nope'], 'Unknown option --nope. See latchkey drop take --help'],
  [['drop', 'take', 'x', '--ttl'], "Option '--ttl <TTL>' argument missing. See latchkey drop take --help"],
  [['drop', 'take', 'x', '--ttl', '--all'], `--ttl ${bare}`],
  [['drop', 'take', 'x', '--kind', '-v'], `--kind ${bare}`],
  [['drop', 'take', 'x', '--ttl', '1.5'], '--ttl must be a whole number. See latchkey drop take --help'],
  [['admin', 'switch'], 'admin switch needs STATE. See latchkey admin switch --help'],
  [['admin', 'switch', 'On'], 'STATE must be one of on, off. See latchkey admin switch --help'],
  [['drop', 'take', 'x', '--kind', 'c'], '--kind must be one of a, b. See latchkey drop take --help'],
  [['drop', 'take', 'x', '--all=yes'], '--all takes no value. See latchkey drop take --help'],
  [['drop', 'take', 'x', '--kei=s3cret'], 'Unknown option --kei. See latchkey drop take --help'],
  [['drop', 'take', 'x', '-ks3cret'], 'Unknown option -k. See latchkey drop take --help'],
])('%j is not understood', (args, message) => {
  expect(() => parse(commands, args)).toThrow(expect.objectContaining({ message, exitCode: 2 }));
});

test.each<[string[], string]>([
  [[], 'latchkey COMMAND …'],
  [['--help'], 'latchkey COMMAND …'],
  [['help', 'admin'], 'latchkey admin COMMAND …'],
  [['admin', '-h'], 'latchkey admin COMMAND …'],
  [['drop', 'take', '--help', '--ttl', 'x'], 'latchkey drop take [options] <ID> [FILE]'],
])('%j asks for the help of %j', (args, usage) => {
  expect(parse(commands, args)).toEqual(expect.stringContaining(`Usage: ${usage}\n`));
});
