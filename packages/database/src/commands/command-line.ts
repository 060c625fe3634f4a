import { parseArgs, type ParseArgsConfig } from 'node:util';
import { version } from '@latchkey/process/version';
import { isDependencyLost } from '../is-dependency-lost.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<Own extends Options> = ReturnType<typeof parseArgs<{ options: Own }>>['values'];

/** Where a command reads its environment and prints. */
export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a person sees what is printed; otherwise a log may keep it. */
  readonly isTerminal: boolean;
  /** Resolves when the text is written. */
  print(text: string): Promise<void> | void;
  complain(text: string): void;
}

/** A command as data. Its run answers what to print at the end: a sentence that says what was done and where. */
interface CommandDefinition<Own extends Options, Input> {
  /** The words that call it, such as `operators create`. */
  readonly name: string;
  /** What follows the name in the help. A word in capital letters is an argument, which must be given. */
  readonly usage?: string;
  /** What the help says of it: lines that begin at the margin. */
  readonly summary: string;
  readonly options?: Own;
  /** Throws an Error with a sentence when the options are not understood. */
  readonly read: (values: Values<Own>, argument: string) => Input;
  readonly run: (input: Input, shell: Shell) => Promise<string>;
}

export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** Reads the arguments after the name; throws an Error with a sentence when they are not understood. */
  readonly prepare: (args: string[]) => (shell: Shell) => Promise<string>;
}

/** All commands of one program. */
export interface Program {
  readonly name: string;
  readonly commands: readonly Command[];
}

export function defineCommand<const Own extends Options, Input>(
  definition: CommandDefinition<Own, Input>,
): Command {
  const { name, usage = '', summary, options, read, run } = definition;
  const hasArgument = /^[A-Z]/.test(usage);
  return {
    name,
    usage,
    summary,
    prepare(args) {
      const { values, positionals } = parseArgs({ args, options: options ?? {}, allowPositionals: true });
      const [argument = '', ...others] = positionals;
      if (hasArgument !== (argument !== '') || others.length > 0)
        throw new Error(`"${name}" takes ${hasArgument ? `one argument, ${usage}` : 'no argument'}.`);
      const input = read(values as Values<Own>, argument);
      return (shell) => run(input, shell);
    },
  };
}

/** Ends a command with 3: what it found does not allow what it is for. Its message is a sentence. */
export class NotDone extends Error {}

/**
 * Runs the command that the arguments name, and answers the exit code: 0 when it is done, 1 when it failed, 2 when it was
 * not understood, 3 when what it found does not allow it. What went wrong is one sentence. Source:
 * contract part 5 "First operator".
 */
export async function runCommandLine(program: Program, args: string[], shell: Shell): Promise<number> {
  if (args.includes('--help') || args[0] === 'help') {
    await shell.print(describeProgram(program));
    return 0;
  }
  if (args[0] === '--version') {
    await shell.print(`${version}\n`);
    return 0;
  }
  let run: (shell: Shell) => Promise<string>;
  try {
    run = prepare(program, args);
  } catch (error) {
    shell.complain(`${sentenceOf(error)}\n${program.name} --help shows what there is.\n`);
    return 2;
  }
  try {
    await shell.print(await run(shell));
    return 0;
  } catch (error) {
    shell.complain(`${program.name}: ${sentenceOf(error)}\n`);
    return error instanceof NotDone ? 3 : 1;
  }
}

/** Of two commands that begin alike, such as `migrate` and `migrate new`, the longer one is meant. */
function prepare({ commands }: Program, args: string[]): (shell: Shell) => Promise<string> {
  const words = args.join(' ');
  const [command] = commands
    .filter(({ name }) => `${words} `.startsWith(`${name} `))
    .toSorted((one, other) => other.name.length - one.name.length);
  if (command === undefined)
    throw new Error(`The commands are ${commands.map(({ name }) => `"${name}"`).join(', ')}.`);
  return command.prepare(args.slice(command.name.split(' ').length));
}

/** What `--help` prints. */
export function describeProgram({ name: program, commands }: Program): string {
  const parts = commands.map(({ name, usage, summary }) =>
    [
      `  ${[program, name, usage].join(' ').trim()}`,
      ...summary.split('\n').map((line) => `    ${line}`),
    ].join('\n'),
  );
  const end =
    'It ends with 0 when it is done, with 1 when it failed, with 2 when it was not understood,\nand with 3 when what it found does not allow it. --version prints the version.';
  return `Usage, with the environment of the service:\n\n${parts.join('\n\n')}\n\n${end}\n`;
}

function sentenceOf(error: unknown): string {
  if (isDependencyLost(error)) return 'the database does not answer.';
  return error instanceof Error ? error.message : String(error);
}

/** Runs a program as this process, which ends with the exit code once everything is printed. */
export async function runProgram(program: Program): Promise<void> {
  const print = (text: string) =>
    new Promise<void>((resolve, reject) => {
      process.stdout.write(text, (error) =>
        error ? reject(new Error('the output cannot be written.')) : resolve(),
      );
    });
  // The reader of a pipe may end first: print says so.
  process.stdout.on('error', () => undefined);
  const complain = (text: string) => void process.stderr.write(text);
  // The schema engine leaves a timer of ten seconds behind; waiting for it would serve nobody.
  const shell: Shell = { env: process.env, isTerminal: process.stdout.isTTY, print, complain };
  process.exit(await runCommandLine(program, process.argv.slice(2), shell));
}
