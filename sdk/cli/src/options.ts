import { standardOptions, type Options } from '@latchkey/process/command-line';

/** Options that every command has, beside those of every program. */
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
} as const satisfies Options;

export const commonOptions = { ...globalOptions, ...standardOptions } satisfies Options;

export type Globals = Readonly<{
  [Name in keyof typeof globalOptions]: (typeof globalOptions)[Name]['type'] extends 'flag'
    ? boolean
    : string | undefined;
}>;
