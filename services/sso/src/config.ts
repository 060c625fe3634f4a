import { devicePolicies } from '@latchkey/contracts';
import {
  addressProperties,
  baseConfigProperties,
  loadConfig as loadConfigOf,
  readVariable,
  type ConfigOf,
} from '@latchkey/process';
import { count, limits, positive } from './limits.ts';

const { SSO_URL, USER_API_URL, USER_API_CALL_URL, USER_API_INTERNAL_URL, DROP_URL, DROP_CALL_URL } =
  addressProperties;
/** Without a default: a production that gives admin by networks must say whose word on addresses counts. */
const { default: _none, ...trustProxy } = baseConfigProperties.TRUST_PROXY;
/** Its default is internal in production: much script on the origin of the page that asks for a password. */
const { default: _public, ...docs } = baseConfigProperties.DOCS;
const days = { ...positive, maximum: 36_500 } as const;

export const schema = {
  type: 'object',
  properties: {
    ...baseConfigProperties,
    PORT: { ...baseConfigProperties.PORT, default: 4001 },
    DOCS: {
      ...docs,
      description: 'which port shows /docs and /openapi.json; internal in production unless set',
    },
    TRUST_PROXY: trustProxy,
    SSO_URL,
    USER_API_URL,
    USER_API_CALL_URL,
    USER_API_INTERNAL_URL,
    DROP_URL,
    DROP_CALL_URL,
    SERVICE_MASTER_KEY: {
      type: 'string',
      format: 'service-key',
      description: 'the key that sso shows to user-api: 32 or more of A-Z a-z 0-9 _ -',
    },
    SERVICE_CALLERS: {
      type: 'string',
      format: 'service-callers',
      description: 'caller:key,… that internal routes admit: user-api, drop; twice while a key is rotated',
    },
    SIGNING_KEYS_FILE: { type: 'string', minLength: 1, description: 'file of the private signing keys' },
    STATE_KEYS: {
      type: 'string',
      format: 'key-list',
      description:
        'kid:key,… that authenticate state in Redis and DPoP nonces and seal what a form carries, newest first; derived unless set',
    },
    CLIENT_AUTH_MATCH: {
      type: 'string',
      enum: ['strict', 'any'],
      default: 'strict',
      description: 'any lets a confidential client send its secret in the body or in the header',
    },
    DEVICE_CODE_TTL_SECONDS: { ...positive, default: 600, description: 'life of a device code' },
    DEVICE_CODE_TTL_FLOOR_SECONDS: { ...positive, default: 60, description: 'the shortest for a client' },
    DEVICE_CODE_TTL_CEILING_SECONDS: { ...positive, default: 1800, description: 'the longest for a client' },
    POLL_INTERVAL_SECONDS: { ...positive, default: 5, description: 'time between polls of a device' },
    POLL_INTERVAL_FLOOR_SECONDS: { ...positive, default: 1, description: 'the shortest for a client' },
    POLL_INTERVAL_CEILING_SECONDS: { ...positive, default: 30, description: 'the longest for a client' },
    WRONG_PASSWORDS_PER_CODE: {
      ...positive,
      default: 5,
      description: 'wrong passwords after which a device authorization fails',
    },
    DEVICE_POLICY: {
      type: 'string',
      enum: devicePolicies,
      default: 'any',
      description:
        'the least device_policy for all clients: typed takes no code from a link; same_network also wants device and browser in one network',
    },
    DEVICE_CONFIRMATION: {
      type: 'string',
      enum: ['admin', 'all', 'off'],
      description: 'devices that need a number from the page: for admin (default in production), all, none',
    },
    DEVICE_APPROVALS_PER_HOUR: {
      ...count,
      default: 20,
      description: 'devices that one account may approve; 0: no limit',
    },
    DEVICE_REPLAY_REVOKES: {
      type: 'string',
      enum: ['public', 'always', 'never'],
      default: 'public',
      description:
        'whose family ends when its redeemed code is presented again after 10 s: of public clients, of all, of none',
    },
    SIGNUP: {
      type: 'string',
      enum: ['open', 'invited', 'off'],
      default: 'invited',
      description:
        'who makes an account on the pages: anybody, only who is invited, nobody; relay clients are not asked',
    },
    SECURITY_CONTACT: {
      type: 'string',
      format: 'contact',
      description: 'https: or mailto: address for reports of vulnerabilities, in /.well-known/security.txt',
    },
    AUDIENCE_NAMES: {
      type: 'string',
      format: 'names',
      default: '{}',
      description:
        'JSON: the name that the approval page shows for an audience, by address; the host unless named',
    },
    OPERATOR_MFA: {
      type: 'string',
      enum: ['passkey', 'required', 'off'],
      description:
        'what the scope admin needs: a passkey, or required: a one-time code or a passkey; required in production, else off, unless set',
    },
    OPERATOR_DEVICE: {
      type: 'string',
      enum: ['same_network', 'any', 'off'],
      description:
        'whether a device may get the scope admin: only from the network of the browser that approves it, from any, never; same_network in production, else any, unless set',
    },
    OPERATOR_NETWORKS: {
      type: 'string',
      format: 'places',
      description:
        'networks that are one place for same_network: commas between those of one place, semicolons between places',
    },
    CONSOLE: {
      type: 'string',
      enum: ['on', 'off'],
      default: 'on',
      description: 'whether operators have the pages below /console; off: 404',
    },
    ACCESS_TOKEN_TTL_SECONDS: {
      ...positive,
      maximum: 3600,
      default: 900,
      description: 'life of an access token',
    },
    REFRESH_IDLE_TTL_SECONDS: {
      ...positive,
      default: 2_592_000,
      description: 'a refresh family ends when it is not used for this long',
    },
    PRINCIPAL_MAX_FAMILIES: {
      ...count,
      default: 1000,
      description: 'live refresh families of one person; beyond it the longest unused end; 0: no limit',
    },
    REFRESH_ABSOLUTE_TTL_SECONDS: {
      ...positive,
      default: 7_776_000,
      description: 'a refresh family ends this long after the approval',
    },
    REFRESH_GRACE_SECONDS: {
      ...count,
      maximum: 300,
      default: 30,
      description: 'how long a repeated refresh gets the same answer; 0: never',
    },
    REFRESH_ROTATIONS: {
      ...count,
      default: 60,
      description: 'rotations of one refresh family per window; 0: no limit',
    },
    REFRESH_ROTATION_WINDOW_SECONDS: { ...positive, default: 600, description: 'the window of these' },
    CODE_GUESSES: {
      ...positive,
      default: 5,
      description: 'wrong user codes per window, per network and per browser',
    },
    CODE_GUESS_WINDOW_SECONDS: { ...positive, default: 600, description: 'the window of these' },
    HISTORY_RETENTION_DAYS: {
      ...days,
      default: 180,
      description: 'ended device authorizations and refresh families are deleted after this time',
    },
    EVENT_RETENTION_DAYS: {
      ...days,
      default: 90,
      description: 'events are deleted after this time, whether they were read or not',
    },
    ...limits,
  },
  required: [
    'INTERNAL_PORT',
    'IDENTITY_ISSUER',
    'DATABASE_URL',
    'REDIS_URL',
    'SSO_URL',
    'USER_API_URL',
    'USER_API_CALL_URL',
    'USER_API_INTERNAL_URL',
    'DROP_URL',
    'DROP_CALL_URL',
    'SERVICE_MASTER_KEY',
    'SERVICE_CALLERS',
    'SIGNING_KEYS_FILE',
  ],
  requiredInProduction: ['STATE_KEYS'],
} as const;

type Read = ConfigOf<typeof schema>;
export type Config = Read & {
  readonly [
    Name in 'DEVICE_CONFIRMATION' | 'DOCS' | 'OPERATOR_DEVICE' | 'OPERATOR_MFA' | 'TRUST_PROXY'
  ]: NonNullable<Read[Name]>;
};

/** Reads the service's environment; throws an error that names every missing or bad variable. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const judgesPlaces = (env['OPERATOR_DEVICE'] || 'same_network') === 'same_network';
  const requiredInProduction = ['STATE_KEYS', ...(judgesPlaces ? (['TRUST_PROXY'] as const) : [])] as const;
  const config = loadConfigOf({ ...schema, requiredInProduction }, env);
  const isProduction = config.NODE_ENV === 'production';
  return {
    ...config,
    DEVICE_CONFIRMATION: config.DEVICE_CONFIRMATION ?? (isProduction ? 'admin' : 'off'),
    DOCS: config.DOCS ?? (isProduction ? 'internal' : 'public'),
    OPERATOR_DEVICE: config.OPERATOR_DEVICE ?? (isProduction ? 'same_network' : 'any'),
    OPERATOR_MFA: config.OPERATOR_MFA ?? (isProduction ? 'required' : 'off'),
    TRUST_PROXY: config.TRUST_PROXY ?? 0,
  };
}

export const readDatabaseUrl = (env: NodeJS.ProcessEnv): string => readVariable(env, 'DATABASE_URL');

export const readKeysFile = (env: NodeJS.ProcessEnv): string => readVariable(env, 'SIGNING_KEYS_FILE');
