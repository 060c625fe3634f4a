import { LatchkeyError, type UserApiData } from '@latchkey/client';
import type { OptionValue } from '@latchkey/process/command-line';
import { dropUnset } from '../define-act.ts';
import { showTime, type Cell } from '../output.ts';

/** What can be set of a client: its option, the field at user-api, and its heading where a client is shown. */
export const clientOptions = {
  method: {
    field: 'token_endpoint_auth_method',
    heading: 'method',
    type: 'text',
    choices: ['none', 'client_secret_basic', 'client_secret_post'],
    summary: 'none, client_secret_basic or client_secret_post.',
  },
  grant: {
    field: 'grant_types',
    heading: 'grants',
    type: 'list',
    summary: 'Such as authorization_code or client_credentials.',
  },
  scope: { field: 'scopes', heading: 'scopes', type: 'list', summary: 'A scope that it may ask for.' },
  'default-scope': {
    field: 'default_scopes',
    heading: 'default scopes',
    type: 'list',
    value: 'SCOPE',
    summary: 'What it gets when it asks for no scope.',
  },
  audience: {
    field: 'audiences',
    heading: 'audiences',
    type: 'list',
    value: 'URL',
    summary: 'A service that its tokens may be for.',
  },
  'default-audience': {
    field: 'default_audiences',
    heading: 'default audiences',
    type: 'list',
    value: 'URL',
    summary: 'For whom its tokens are when it names nobody.',
  },
  redirect: {
    field: 'redirect_uris',
    heading: 'redirect URIs',
    type: 'list',
    value: 'URL',
    summary: 'Where a sign-in in a browser may lead back to.',
  },
  'logout-redirect': {
    field: 'post_logout_redirect_uris',
    heading: 'logout redirect URIs',
    type: 'list',
    value: 'URL',
    summary: 'Where signing out may lead back to.',
  },
  'device-policy': {
    field: 'device_policy',
    heading: 'device policy',
    type: 'text',
    choices: ['any', 'typed', 'same_network'],
    value: 'POLICY',
    summary: 'Approvals: any, typed (no link) or same_network.',
  },
  'refresh-binding': {
    field: 'refresh_binding',
    heading: 'refresh binding',
    type: 'text',
    choices: ['required', 'optional'],
    value: 'WHEN',
    summary: 'The binding of a refresh: required or optional.',
  },
  vouches: {
    field: 'vouches',
    heading: 'vouches for',
    type: 'list',
    value: 'DOMAIN',
    summary: 'Operators: a domain that it may vouch for, or *.',
  },
  introspects: {
    field: 'introspects',
    heading: 'introspects',
    type: 'text',
    choices: ['true', 'false'],
    summary: 'Operators: it may ask about any access token.',
  },
  'names-visitors': {
    field: 'names_visitors',
    heading: 'names visitors',
    type: 'text',
    choices: ['true', 'false'],
    value: 'BOOL',
    summary: 'Operators: it may say whose sign-in it starts.',
  },
} as const;

type ClientOptions = typeof clientOptions;
type Typed = { readonly [Name in keyof ClientOptions]: OptionValue<ClientOptions[Name]> };
type Read<Value> = Value extends readonly string[]
  ? string[]
  : Value extends 'true' | 'false'
    ? boolean
    : Value;
type Settings = {
  [Name in keyof ClientOptions as ClientOptions[Name]['field']]?: Read<NonNullable<Typed[Name]>>;
};

const settings = Object.entries(clientOptions) as [keyof ClientOptions, ClientOptions[keyof ClientOptions]][];

/** A list that is not given is left as it is; one that is given as '' is emptied. */
function read(typed: Typed[keyof Typed]): string[] | string | boolean | undefined {
  if (typed === undefined || typed.length === 0) return undefined;
  if (typeof typed !== 'string') return typed.filter((one) => one !== '');
  return typed === 'true' || typed === 'false' ? typed === 'true' : typed;
}

export const readFields = (input: Typed): Settings =>
  dropUnset(Object.fromEntries(settings.map(([name, { field }]) => [field, read(input[name])])));

export const fieldNames: Readonly<Record<string, string>> = {
  client_id: 'CLIENT',
  ...Object.fromEntries(settings.map(([name, { field }]) => [field, `--${name}`])),
};

/** The second is for an operator whose login lacks the power. */
const powerCodes = ['forbidden', 'insufficient_scope'];

/** A value that only operators may give is refused without a word about how they do. */
export async function explainRefusal<Data>(call: Promise<Data>): Promise<Data> {
  return call.catch((error: unknown) => {
    if (!(error instanceof LatchkeyError) || !powerCodes.includes(error.code)) throw error;
    const { field = '', requestId } = error;
    const option = fieldNames[field] ?? `--${field}`;
    if (!(option.slice(2) in clientOptions)) throw error;
    const message = `Only operators may give a client this ${option}, with --admin`;
    throw new LatchkeyError('forbidden', message, { field, requestId, cause: error });
  });
}

export const showClient = (one: UserApiData<'/oauth/clients/update'>): Readonly<Record<string, Cell>> => ({
  client: one.client_id,
  name: one.name,
  type: one.type,
  status: one.archived ? 'archived' : one.status,
  ...Object.fromEntries(settings.map(([, { field, heading }]) => [heading, one[field]])),
  created: showTime(one.created_at),
});
