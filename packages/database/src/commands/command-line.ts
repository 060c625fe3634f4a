import * as CommandLine from '@latchkey/process/command-line';
import type { Arguments, InputOf, NoNames, Options } from '@latchkey/process/command-line';
import { version } from '@latchkey/process/version';
import { isDependencyLost } from '../is-dependency-lost.ts';

/** Where a command reads its environment and prints. */
export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a person sees what is printed; otherwise a log may keep it. */
  readonly isTerminal: boolean;
  /** Resolves when the text is written. */
  print(text: string): Promise<void> | void;
  complain(text: string): void;
}

export interface Command extends CommandLine.Command {
  /** Throws an Error with a sentence when the options are not understood. */
  prepare(input: CommandLine.Input): (shell: Shell) => Promise<string>;
}

interface CommandDefinition<A extends Arguments, O extends Options, Read> extends Pick<
  Command,
  'name' | 'summary' | 'details'
> {
  readonly arguments?: A;
  readonly options?: O;
  /** Throws an Error with a sentence when the options are not understood. */
  read(input: InputOf<A, O>): Read;
  /** Answers what to print at the end: a sentence that says what was done and where. */
  run(input: Read, shell: Shell): Promise<string>;
}

/** All commands of one program. */
export interface Program {
  readonly name: string;
  readonly commands: readonly Command[];
}

export function defineCommand<Read, const A extends Arguments = NoNames, const O extends Options = NoNames>(
  definition: CommandDefinition<A, O, Read>,
): Command {
  const { arguments: named = {}, options = {}, read, run, ...rest } = definition;
  return {
    ...rest,
    arguments: named,
    options,
    prepare(typed) {
      // The parser makes the input from these very arguments and options.
      const input = read(typed as InputOf<A, O>);
      return (shell) => run(input, shell);
    },
  };
}

/** Ends a command with 3: what it found does not allow what it is for. Its message is a sentence. */
export class NotDone extends Error {}

const end = `Commands read the environment of the service. They end with 0 when it is done,
with 1 when it failed, with 2 when it was not understood, and with 3 when what
was found does not allow it.`;

/**
 * Runs the command that the arguments name, and answers the exit code: 0 when it is done, 1 when it failed, 2 when it was
 * not understood, 3 when what it found does not allow it. What went wrong is one sentence. Source:
 * contract part 5 "First operator".
 */
export async function runCommandLine(
  program: Program,
  args: readonly string[],
  shell: Shell,
): Promise<number> {
  let run: (shell: Shell) => Promise<string>;
  try {
    const table = { ...program, version, globals: {}, end };
    const parsed = CommandLine.parse(table, args, (sentence) => new Error(sentence));
    run = typeof parsed === 'string' ? async () => parsed : parsed.command.prepare(parsed.input);
  } catch (error) {
    shell.complain(`${program.name}: ${sentenceOf(error)}\n`);
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
  const shell: Shell = { env: process.env, isTerminal: process.stdout.isTTY, print, complain };
  process.exit(await runCommandLine(program, process.argv.slice(2), shell));
}
