import { spawnSync } from 'node:child_process';
import { createShell, removeFolder } from '../test/create-shell.ts';
import { commands } from './commands/index.ts';

afterAll(removeFolder);

const shells = ['bash', 'zsh', 'fish'] as const;

async function print(shell: (typeof shells)[number]): Promise<string> {
  const { run, printed } = createShell();
  expect(await run('completion', shell)).toBe(0);
  return printed.out;
}

test.each(shells)('the script of %s names every command, every option and every choice', async (shell) => {
  const words = new Set((await print(shell)).match(/[\w+]+(-[\w+]+)*/g));
  const wanted = commands.flatMap(({ name, options }) => [
    ...name.split(' '),
    ...Object.entries(options).flatMap(([option, { choices = [] }]) => [option, ...choices]),
  ]);
  expect(wanted.filter((word) => !words.has(word))).toEqual([]);
});

const lacking = new Set(shells.filter((shell) => spawnSync(shell, ['-c', 'true']).error !== undefined));
const present = shells.filter((shell) => !lacking.has(shell));

test.each(present)('%s understands its script', async (shell) => {
  const { status, stderr } = spawnSync(shell, ['-n'], { input: await print(shell), encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

const typed: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['latchkey dro', ['drop']],
  ['latchkey drop ', ['put', 'take', 'inspect', 'list', 'revoke']],
  ['latchkey --json drop ta', ['take']],
  ['latchkey admin users re', ['reset-password', 'reset-totp']],
  ['latchkey drop put --ttl 60 --an', ['--anonymous']],
  ['latchkey drop list --status re', ['reserved', 'revoked']],
  ['latchkey drop list --status = re', ['reserved', 'revoked']],
  // A group alone stands for its list.
  ['latchkey devices --st', ['--status']],
  ['latchkey completion ', ['bash', 'zsh', 'fish']],
  // Bash offers files then.
  ['latchkey drop put se', []],
];

test.each(typed)('bash completes %j', async (line, offered) => {
  const words = line.split(' ');
  const ask = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_latchkey; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', `${await print('bash')}\n${ask}`], {
    encoding: 'utf8',
  });
  expect([stdout.split('\n').filter(Boolean), stderr]).toEqual([offered, '']);
});
