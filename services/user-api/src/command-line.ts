import { parseArgs } from 'node:util';
import { isName, nameField } from './account/name.ts';
import type { RequestedClient } from './client/make-client.ts';

export const usage = `Usage, with the environment of user-api (DATABASE_URL, SEALING_KEYS, USER_API_URL, DROP_URL):

  latchkey-user-api operators create --email ADDRESS [--name NAME] [--kind admin|root] [--json]
    Makes an operator, and the client latchkey-cli where it is missing. Prints a one-time password, which must be
    changed at the first sign-in, and a one-time-code secret. Changes nothing when the address has an account.

  latchkey-user-api clients create --name NAME [--public | --auth client_secret_basic|client_secret_post]
      [--grants LIST] [--scopes LIST] [--default-scopes LIST] [--audiences LIST] [--default-audiences LIST]
      [--owner ADDRESS|ORG] [--json]
    Makes an OAuth client and prints its client_id and its secret. A LIST has commas. Left out:
      --auth               client_secret_basic
      --grants             device_code,refresh_token (also: client_credentials, relay)
      --scopes             openid,profile,email,groups,offline_access (also: account, clients, admin, your own)
      --default-scopes     those of the five that are among --scopes
      --audiences          USER_API_URL and DROP_URL
      --default-audiences  USER_API_URL
      --owner              the oldest operator; else the address of an account, or the slug of an org

  latchkey-user-api request-log months [--json]
    Makes the months of the request log that lie ahead and drops those whose last row is 90 days old. To be run every
    day; any number may run at once. Needs DATABASE_URL alone.

It ends with 0 when it is done, with 1 when it failed, and with 2 when it was not understood.
`;

interface OperatorCommand {
  readonly what: 'operator';
  readonly email: string;
  readonly name: string | undefined;
  readonly kind: 'admin' | 'root';
  readonly json: boolean;
}

interface ClientCommand {
  readonly what: 'client';
  readonly requested: RequestedClient;
  readonly owner: string | undefined;
  readonly json: boolean;
}

interface MonthsCommand {
  readonly what: 'months';
  readonly json: boolean;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const operatorOptions = { email: text, name: text, kind: text, json: flag } as const;
const clientOptions = {
  name: text,
  public: flag,
  auth: text,
  grants: text,
  scopes: text,
  'default-scopes': text,
  audiences: text,
  'default-audiences': text,
  owner: text,
  json: flag,
} as const;

/** The command that arguments ask for. Throws an Error with a sentence when they are not understood. */
export function readCommand(args: string[]): OperatorCommand | ClientCommand | MonthsCommand {
  const [noun, verb, ...rest] = args;
  const read = readers[`${noun} ${verb}`];
  if (read === undefined)
    throw new Error('The commands are "operators create", "clients create" and "request-log months".');
  return read(rest);
}

const readers: Readonly<Record<string, (args: string[]) => ReturnType<typeof readCommand>>> = {
  'operators create': readOperator,
  'clients create': readClient,
  'request-log months': (args) => ({
    what: 'months',
    json: parseArgs({ args, options: { json: flag } }).values.json,
  }),
};

function readOperator(args: string[]): OperatorCommand {
  const { email, name, kind = 'admin', json } = parseArgs({ args, options: operatorOptions }).values;
  if (email === undefined || !/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    throw new Error('--email must be an address such as ops@example.com.');
  if (kind !== 'admin' && kind !== 'root') throw new Error('--kind must be admin or root.');
  return { what: 'operator', email, name: name === undefined ? undefined : readName(name), kind, json };
}

function readClient(args: string[]): ClientCommand {
  const { values } = parseArgs({ args, options: clientOptions });
  return {
    what: 'client',
    requested: {
      name: readName(values.name),
      type: values.public ? 'public' : 'confidential',
      method: values.auth,
      grantTypes: readList(values.grants),
      scopes: readList(values.scopes),
      defaultScopes: readList(values['default-scopes']),
      audiences: readList(values.audiences),
      defaultAudiences: readList(values['default-audiences']),
    },
    owner: values.owner,
    json: values.json,
  };
}

function readName(name: string | undefined): string {
  if (name === undefined || !isName(name))
    throw new Error(`--name must be ${nameField.allowed}, at most ${nameField.maxLength} characters.`);
  return name;
}

function readList(list: string | undefined): string[] | undefined {
  return list?.split(/[\s,]+/).filter((part) => part !== '');
}
