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
  /** The only values that are allowed. */
  readonly choices?: readonly string[];
}

/** What was typed for an argument or an option. */
export type InputValue = string | number | boolean | readonly string[] | undefined;

/** Options that every command has. */
export const globalOptions = {
  json: { type: 'flag', summary: 'Print JSON for programs: one value on a line.' },
  quiet: { type: 'flag', summary: 'Print the result and nothing about it.' },
  profile: {
    type: 'text',
    value: 'NAME',
    summary: 'Use this profile: one for each account or installation.',
  },
  sso: {
    type: 'text',
    value: 'URL',
    summary: 'The address of sso, which names the other two; also SSO_URL.',
  },
  'user-api': { type: 'text', value: 'URL', summary: 'The address of user-api; also USER_API_URL.' },
  drop: { type: 'text', value: 'URL', summary: 'The address of drop; also DROP_URL.' },
  help: { type: 'flag', short: 'h', summary: 'Show help, also for a command.' },
  version: { type: 'flag', short: 'v', summary: 'Show the version.' },
} as const satisfies Options;

export type Globals = Readonly<{
  [Name in keyof typeof globalOptions]: (typeof globalOptions)[Name]['type'] extends 'flag'
    ? boolean
    : string | undefined;
}>;
