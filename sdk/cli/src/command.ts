import type * as CommandLine from '@latchkey/process/command-line';
import type { Arguments, Input, InputOf, NoNames, Options } from '@latchkey/process/command-line';
import type { Context } from './context.ts';
import type { Login } from './login.ts';

export interface Command extends CommandLine.Command {
  /** The login that it needs: with this right, or the operator's, which an option `admin` asks for as well. */
  readonly needs?: Login;
  /** What the fields of its route are called here, such as `--scope` for scopes, where the names differ. */
  readonly fieldNames?: Readonly<Record<string, string>>;
  run(context: Context, input: Input): Promise<void>;
}

interface Definition<A extends Arguments, O extends Options> extends Pick<
  Command,
  'name' | 'summary' | 'details' | 'needs' | 'fieldNames'
> {
  readonly arguments?: A;
  readonly options?: O;
  run(context: Context, input: InputOf<A, O>): Promise<void>;
}

/** A command whose `run` sees its arguments and options with their types. */
export function defineCommand<const A extends Arguments = NoNames, const O extends Options = NoNames>(
  definition: Definition<A, O>,
): Command {
  const { arguments: named = {}, options = {}, run, ...rest } = definition;
  // The parser makes the input from these very arguments and options.
  return { ...rest, arguments: named, options, run };
}

/** What the fields of a refusal are called on the command line. */
export function nameFields(command: Command | undefined): Readonly<Record<string, string>> {
  if (command === undefined) return {};
  const { arguments: named, options, fieldNames } = command;
  return {
    ...Object.fromEntries(Object.keys(options).map((name) => [name, `--${name}`])),
    ...Object.fromEntries(Object.keys(named).map((name) => [name, name.toUpperCase()])),
    ...fieldNames,
  };
}
