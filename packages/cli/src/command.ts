import type { Context } from './context.ts';
import type { Login } from './login.ts';
import type { InputValue, Option, Options } from './options.ts';

/** One line of the command table. Parsing and help are made from it. */
export interface Command {
  /** The words that call it, such as `drop put`. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** More than the summary, for the command's own help. */
  readonly details?: string;
  /** The login that it needs: with this right, or the operator's, which an option `admin` asks for as well. */
  readonly needs?: Login;
  readonly arguments: Arguments;
  readonly options: Options;
  /** What the fields of its route are called here, such as `--scope` for scopes, where the names differ. */
  readonly fieldNames?: Readonly<Record<string, string>>;
  run(context: Context, input: Input): Promise<void>;
}

/** Positional arguments in their order; optional ones come last. */
export type Arguments = Readonly<Record<string, Argument>>;

interface Argument {
  readonly summary: string;
  readonly isOptional?: true;
  /** Any number of the last one. */
  readonly isRest?: true;
  /** What it may be. */
  readonly choices?: readonly string[];
}

/** What was typed, by the names of arguments and options. */
export type Input = Readonly<Record<string, InputValue>>;

type ArgumentValue<A extends Argument> = A extends { isRest: true }
  ? readonly string[]
  : A extends { isOptional: true }
    ? TextOf<A> | undefined
    : TextOf<A>;
type TextOf<O extends Argument | Option> = O extends { choices: readonly (infer Choice extends string)[] }
  ? Choice
  : string;
export type OptionValue<O extends Option> = O['type'] extends 'flag'
  ? boolean
  : O['type'] extends 'number'
    ? number | undefined
    : O['type'] extends 'list'
      ? readonly TextOf<O>[]
      : TextOf<O> | undefined;

export type InputOf<A extends Arguments, O extends Options> = {
  readonly [Name in keyof A]: ArgumentValue<A[Name]>;
} & {
  readonly [Name in keyof O]: OptionValue<O[Name]>;
};

/** No arguments or no options. */
export type NoNames = Readonly<Record<'', never>>;

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
