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
  /**
   * Answers what to print at the end: a sentence that says what was done and where. Throws Unclear, before anything is
   * done, for what it does not understand.
   */
  run(input: CommandLine.Input, shell: Shell): Promise<string>;
}

interface Definition<A extends Arguments, O extends Options> extends Pick<
  Command,
  'name' | 'summary' | 'details'
> {
  readonly arguments?: A;
  readonly options?: O;
  run(input: InputOf<A, O>, shell: Shell): Promise<string>;
}

export interface Program {
  readonly name: string;
  readonly commands: readonly Command[];
}

/** A command whose `run` sees its arguments and options with their types. */
export function defineCommand<const A extends Arguments = NoNames, const O extends Options = NoNames>(
  definition: Definition<A, O>,
): Command {
  const { arguments: named = {}, options = {}, run, ...rest } = definition;
  // The parser makes the input from these very arguments and options.
  return { ...rest, arguments: named, options, run };
}

/** Ends a command with 2: a value that was typed is none. Its message is a sentence. */
export class Unclear extends Error {}

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
  try {
    const table = { ...program, version, globals: {}, end };
    const parsed = CommandLine.parse(table, args, (sentence) => new Unclear(sentence));
    await shell.print(typeof parsed === 'string' ? parsed : await parsed.command.run(parsed.input, shell));
    // A job that has lost its arguments has done nothing.
    return typeof parsed !== 'string' || args.some((word) => /^(-[hvV]|(--)?(help|version))$/.test(word))
      ? 0
      : 2;
  } catch (error) {
    shell.complain(`${program.name}: ${sentenceOf(error)}\n`);
    if (error instanceof Unclear) return 2;
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
