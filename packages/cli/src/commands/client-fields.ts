import { LatchkeyError, type UserApiData } from '@latchkey/client';
import type { OptionValue } from '@latchkey/process/command-line';
import { dropUnset } from '../define-act.ts';
import { showTime, type Cell } from '../output.ts';

export const clientLists = {
  grant: {
    type: 'list',
    summary: 'device_code, refresh_token or client_credentials.',
  },
  scope: { type: 'list', summary: 'A scope that it may ask for.' },
  'default-scope': { type: 'list', value: 'SCOPE', summary: 'What it gets when it asks for no scope.' },
  audience: { type: 'list', value: 'URL', summary: 'A service that its tokens may be for.' },
  'default-audience': {
    type: 'list',
    value: 'URL',
    summary: 'For whom its tokens are when it names nobody.',
  },
  method: {
    type: 'text',
    choices: ['none', 'client_secret_basic', 'client_secret_post'],
    summary: 'none, client_secret_basic or client_secret_post.',
  },
  vouches: {
    type: 'list',
    value: 'DOMAIN',
    summary: 'Operators: a domain that it may vouch for, or *.',
  },
  'device-policy': {
    type: 'text',
    choices: ['any', 'typed', 'same_network'],
    value: 'POLICY',
    summary: 'Approvals: any, typed (no link) or same_network.',
  },
  'refresh-binding': {
    type: 'text',
    choices: ['required', 'optional'],
    value: 'WHEN',
    summary: 'The binding of a refresh: required or optional.',
  },
  introspects: {
    type: 'text',
    choices: ['true', 'false'],
    summary: 'Operators: it may ask about any access token.',
  },
  'names-visitors': {
    type: 'text',
    choices: ['true', 'false'],
    value: 'BOOL',
    summary: 'Operators: it may say whose sign-in it starts.',
  },
} as const;

type ClientLists = { readonly [Name in keyof typeof clientLists]: OptionValue<(typeof clientLists)[Name]> };

/** A list that is not given is left as it is; one that is given as '' is emptied. */
const readList = (given: readonly string[]) =>
  given.length === 0 ? undefined : given.filter((one) => one !== '');

const readFlag = (given: 'true' | 'false' | undefined) =>
  given === undefined ? undefined : given === 'true';

export const readFields = (input: ClientLists) =>
  dropUnset({
    grant_types: readList(input.grant),
    scopes: readList(input.scope),
    default_scopes: readList(input['default-scope']),
    audiences: readList(input.audience),
    default_audiences: readList(input['default-audience']),
    token_endpoint_auth_method: input.method,
    device_policy: input['device-policy'],
    refresh_binding: input['refresh-binding'],
    vouches: readList(input.vouches),
    introspects: readFlag(input.introspects),
    names_visitors: readFlag(input['names-visitors']),
  });

export const fieldNames: Readonly<Record<string, string>> = {
  client_id: 'CLIENT',
  grant_types: '--grant',
  scopes: '--scope',
  default_scopes: '--default-scope',
  audiences: '--audience',
  default_audiences: '--default-audience',
  token_endpoint_auth_method: '--method',
  device_policy: '--device-policy',
  refresh_binding: '--refresh-binding',
  names_visitors: '--names-visitors',
};

/** The second is for an operator whose login lacks the power. */
const powerCodes = ['forbidden', 'insufficient_scope'];

/** A value that only operators may give is refused without a word about how they do. */
export async function explainRefusal<Data>(call: Promise<Data>): Promise<Data> {
  return call.catch((error: unknown) => {
    if (!(error instanceof LatchkeyError) || !powerCodes.includes(error.code)) throw error;
    const { field = '', requestId } = error;
    const option = fieldNames[field] ?? `--${field}`;
    if (!(option.slice(2) in clientLists)) throw error;
    const message = `Only operators may give a client this ${option}, with --admin`;
    throw new LatchkeyError('forbidden', message, { field, requestId, cause: error });
  });
}

export const showClient = (one: UserApiData<'/oauth/clients/update'>): Readonly<Record<string, Cell>> => ({
  client: one.client_id,
  name: one.name,
  type: one.type,
  status: one.archived ? 'archived' : one.status,
  method: one.token_endpoint_auth_method,
  grants: one.grant_types,
  scopes: one.scopes,
  'default scopes': one.default_scopes,
  audiences: one.audiences,
  'default audiences': one.default_audiences,
  'device policy': one.device_policy,
  'refresh binding': one.refresh_binding,
  'vouches for': one.vouches,
  introspects: one.introspects,
  'names visitors': one.names_visitors,
  created: showTime(one.created_at),
});
