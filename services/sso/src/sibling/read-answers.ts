import type { Client, ClientAuthMethod } from '../client/client.ts';
import type { IssuedCredential, RootSession, Standing } from './user-api.ts';

type Data = Readonly<Record<string, unknown>> | undefined;

const authMethods: ReadonlyMap<string, ClientAuthMethod> = new Map([
  ['client_secret_post', 'client_secret_post'],
  ['client_secret_basic', 'client_secret_basic'],
  ['basic', 'client_secret_basic'],
  ['none', 'none'],
]);

/** Reads `/internal/v1/clients/find`. A client whose method is none of ours counts as not active. */
export function readClient(data: Data): Client | undefined {
  if (data === undefined) return undefined;
  const authMethod = authMethods.get(text(data['token_endpoint_auth_method']));
  const ttl = data['device_code_ttl_seconds'];
  const interval = data['poll_interval_seconds'];
  return {
    clientId: text(data['client_id']),
    name: text(data['name']),
    isActive: data['status'] === 'active' && data['archived'] !== true && authMethod !== undefined,
    grantTypes: texts(data['grant_types']),
    scopes: texts(data['scopes']),
    defaultScopes: texts(data['default_scopes']),
    audiences: texts(data['audiences']),
    defaultAudiences: texts(data['default_audiences']),
    authMethod: authMethod ?? 'none',
    secretHashes: texts(data['secret_hashes']),
    ...(typeof ttl === 'number' ? { deviceCodeTtlSeconds: ttl } : {}),
    ...(typeof interval === 'number' ? { pollIntervalSeconds: interval } : {}),
  };
}

/** Reads `/internal/v1/accounts/standing`. */
export function readStanding(data: Data): Standing | undefined {
  if (data === undefined) return undefined;
  const { kind, kept_family_id: keptFamilyId } = data;
  return {
    userId: text(data['user_id']),
    email: text(data['email']),
    name: text(data['name']),
    kind: kind === 'admin' || kind === 'root' ? kind : 'user',
    isActive: data['active'] === true,
    groups: texts(data['groups']),
    tokensValidAfterMs: Date.parse(text(data['tokens_valid_after'])) || 0,
    ...(typeof keptFamilyId === 'string' ? { keptFamilyId } : {}),
  };
}

/** Reads `/internal/v1/root-sessions/view`. */
export function readRootSession(data: Data): RootSession | undefined {
  if (data === undefined) return undefined;
  const user = (data['user'] ?? {}) as Readonly<Record<string, unknown>>;
  return {
    id: text(data['id']),
    userId: text(user['id']),
    email: text(user['email']),
    amr: texts(data['amr']),
    authTime: Number(data['auth_time']),
  };
}

/** Reads `/oauth/client_credentials/issue`. */
export function readIssued(data: NonNullable<Data>): IssuedCredential {
  return {
    accessToken: text(data['access_token']),
    expiresInSeconds: Number(data['expires_in']),
    scope: text(data['scope']),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
