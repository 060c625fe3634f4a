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
  const script = `${shell === 'zsh' ? 'compdef() { }' : ''}\n${await print(shell)}`;
  const { status, stderr } = spawnSync(shell, ['-c', script], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

const typed: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['latchkey dro', ['drop']],
  ['latchkey drop ', ['put', 'take', 'ask', 'fill', 'inspect', 'list', 'revoke']],
  ['latchkey --json drop ta', ['take']],
  ['latchkey admin users re', ['reset-password', 'reset-totp', 'reset-passkeys']],
  ['latchkey drop put --ttl 60 --an', ['--anonymous']],
  ['latchkey drop list --status re', ['reserved', 'revoked']],
  ['latchkey drop list --status = re', ['reserved', 'revoked']],
  // The name of a group calls its list.
  ['latchkey devices --st', ['--status']],
  ['latchkey completion ', ['bash', 'zsh', 'fish']],
  // What the list prints, without the signs that a shell would obey.
  ['latchkey drop take ', ['d1', 'touchx']],
  // The shells offer files then, and here is none.
  ['latchkey drop put no-such', []],
];

/** A program that prints what a shell offers. The editor of zsh wants a terminal. */
const askers = {
  bash(line: string) {
    const words = line.split(' ');
    return `latchkey() { [[ "$*" == 'drop list --quiet' ]] && printf 'd1\n$(touch x)\n'; }
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_latchkey; printf '%s\\n' "\${COMPREPLY[@]}"`;
  },
  fish: (line: string) =>
    `function latchkey; test "$argv" = 'drop list --quiet'; and printf 'd1\n$(touch x)\n'; end
complete -C '${line.replace(' = ', '=')}'`,
};
const asked = (['bash', 'fish'] as const).filter((shell) => present.includes(shell));

describe.each(asked)('%s', (shell) => {
  test.each(typed)('completes %j', async (line, offered) => {
    const program = `${await print(shell)}\n${askers[shell](line)}`;
    // Nothing that the user has set up for the shell takes part.
    const env = { PATH: process.env['PATH'], HOME: createShell().shell.configDir };
    const { stdout, stderr } = spawnSync(shell, ['-c', program], { encoding: 'utf8', env });
    // Fish says what each word is, and names the option of a value.
    const words = stdout.split('\n').map((one) => one.replace(/^--\w+=|\t.*$/g, ''));
    expect([words.filter(Boolean).sort(), stderr]).toEqual([offered.toSorted(), '']);
  });
});
