/** One line of a command table. Parsing, help and completion are made from it. */
export interface Command {
  /** The words that call it, such as `drop put`. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** More than the summary, for the command's own help. A line with an indent is one to type, which stays whole. */
  readonly details?: string;
  readonly arguments: Arguments;
  readonly options: Options;
}

/** Positional arguments in their order; optional ones come last. */
export type Arguments = Readonly<Record<string, Argument>>;

export interface Argument {
  readonly summary: string;
  readonly isOptional?: true;
  /** Any number of the last one. */
  readonly isRest?: true;
  readonly choices?: readonly string[];
}

/** Options by their name without `--`. */
export type Options = Readonly<Record<string, Option>>;

export interface Option {
  /** `list` may be given several times. `number` is a whole number from 0. */
  readonly type: 'flag' | 'text' | 'number' | 'list';
  readonly summary: string;
  /** The letter that stands for it, after one hyphen. */
  readonly short?: string;
  /** What the help calls the value, such as SECONDS; the name of the option unless given. */
  readonly value?: string;
  readonly choices?: readonly string[];
}

/** What was typed for an argument or an option. */
export type InputValue = string | number | boolean | readonly string[] | undefined;

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

export const standardOptions = {
  help: { type: 'flag', short: 'h', summary: 'Show help, also for a command.' },
  version: { type: 'flag', short: 'v', summary: 'Show the version.' },
} as const satisfies Options;
