import {
  addressProperties,
  baseConfigProperties,
  loadConfig as load,
  readVariable,
  type ConfigOf,
} from '@latchkey/process';
import { mailProperties } from './mail-properties.ts';

const { USER_API_URL, SSO_URL, SSO_CALL_URL, SSO_INTERNAL_URL, DROP_URL, DROP_CALL_URL } = addressProperties;
type Env = Readonly<Record<string, string | undefined>>;
const headerAuthMode = { type: 'string', enum: ['off', 'accept', 'only'] } as const;
/** kid:key pairs, newest first, each key 32 bytes in base64url. */
const keyList = { type: 'string', format: 'key-list' } as const;

export const schema = {
  type: 'object',
  properties: {
    ...baseConfigProperties,
    PORT: { ...baseConfigProperties.PORT, default: 4002 },
    USER_API_URL,
    SSO_URL,
    SSO_CALL_URL,
    SSO_INTERNAL_URL,
    DROP_URL,
    DROP_CALL_URL,
    SERVICE_MASTER_KEY: {
      type: 'string',
      format: 'service-key',
      description: 'the key that user-api shows to sso: 32 or more of A-Z a-z 0-9 _ -',
    },
    SERVICE_CALLERS: {
      type: 'string',
      format: 'service-callers',
      description: 'caller:key,… that internal routes admit: sso, twice while its key is rotated',
    },
    CURSOR_KEYS: {
      ...keyList,
      description: 'kid:key,… that seal page cursors, newest first; a key is 32 bytes in base64url',
    },
    SEALING_KEYS: {
      ...keyList,
      description:
        'kid:key,… that seal secrets of one-time codes and signals, newest first; a key is 32 bytes in base64url',
    },
    PASSWORD_MIN_LENGTH: {
      type: 'integer',
      minimum: 8,
      maximum: 64,
      default: 12,
      description: 'characters that a new password needs',
    },
    OWNER_MAX_CLIENTS: {
      type: 'integer',
      minimum: 0,
      default: 100,
      description: 'clients of one person or org, archived ones among them; 0: no limit',
    },
    OWNER_MAX_CONNECTIONS: {
      type: 'integer',
      minimum: 0,
      default: 100,
      description: 'connections of one client as the source; 0: no limit',
    },
    PRINCIPAL_MAX_SESSIONS: {
      type: 'integer',
      minimum: 0,
      default: 1000,
      description:
        'live sessions of one person, roots among them; beyond it the longest unused end; 0: no limit',
    },
    PRINCIPAL_WRITES_PER_MINUTE: {
      type: 'integer',
      minimum: 0,
      default: 120,
      description:
        'guarded requests of one person or app a minute that are no search and no view; 0: no limit',
    },
    PRINCIPAL_SIGN_INS_PER_MINUTE: {
      type: 'integer',
      minimum: 0,
      default: 30,
      description: 'right sign-ins of one person a minute; 0: no limit',
    },
    APP_TOKENS_PER_MINUTE: {
      type: 'integer',
      minimum: 0,
      default: 30,
      description: 'app tokens of one client a minute, and of all clients of one person or org; 0: no limit',
    },
    ORG_MAX_INVITATIONS: {
      type: 'integer',
      minimum: 0,
      default: 200,
      description: 'open invitations of an org, and half as many made in a day; 0: no limit',
    },
    THROTTLE_KEY: {
      type: 'string',
      format: 'secret',
      description:
        'secret that names the counters of attempts; derived from the oldest sealing key unless set',
    },
    ...mailProperties,
    SIGNAL_PRIVATE_NETWORKS: {
      type: 'string',
      format: 'places',
      description:
        'addresses and networks that signals may be sent to although they are not public; none unless set',
    },
    HEADER_AUTH: {
      type: 'object',
      additionalProperties: false,
      properties: {
        auth: headerAuthMode,
        session: headerAuthMode,
        connections: headerAuthMode,
        oauth_clients: headerAuthMode,
        oauth_device: headerAuthMode,
        oauth_credentials: headerAuthMode,
        account: headerAuthMode,
        admin: headerAuthMode,
      },
      default: {},
      description: 'JSON: route family to off, accept or only; off for every family unless set',
    },
    LEGACY_AUTH: {
      type: 'string',
      enum: ['on', 'off'],
      default: 'off',
      description: 'whether /auth/legacy/login and /auth/legacy/member_exchange exist',
    },
    TOKEN_CHECK_MODE: {
      type: 'string',
      enum: ['soft', 'strict'],
      default: 'soft',
      description: 'soft trusts an answer of sso about a refresh family for 5 s, strict asks each time',
    },
    JWKS_FILE: {
      type: 'string',
      description: 'file with the public keys of the issuer, where sso is out of reach',
    },
  },
  required: [
    'INTERNAL_PORT',
    'IDENTITY_ISSUER',
    'DATABASE_URL',
    'REDIS_URL',
    'USER_API_URL',
    'SSO_URL',
    'SSO_CALL_URL',
    'SSO_INTERNAL_URL',
    'DROP_URL',
    'DROP_CALL_URL',
    'SERVICE_MASTER_KEY',
    'SERVICE_CALLERS',
    'CURSOR_KEYS',
    'SEALING_KEYS',
  ],
  if: { required: ['MAIL_URL'] },
  then: {
    required: ['MAIL_FROM'],
    if: { properties: { NODE_ENV: { const: 'production' } } },
    then: { required: ['LINK_KEYS'] },
  },
} as const;

export type UserApiConfig = ConfigOf<typeof schema>;

/** Throws an Error that names every missing or bad variable. */
export function loadConfig(env: Env): UserApiConfig {
  return load(schema, env);
}

const seedSchema = {
  type: 'object',
  properties: {
    NODE_ENV: {
      type: 'string',
      enum: ['development', 'test'],
      description: 'the demo data is not for production',
    },
    SEED_DEMO_DATA: {
      type: 'string',
      enum: ['yes'],
      description: 'the demo data gives known passwords to an operator',
    },
    DATABASE_URL: schema.properties.DATABASE_URL,
    SEALING_KEYS: schema.properties.SEALING_KEYS,
    USER_API_URL: schema.properties.USER_API_URL,
    DROP_URL: schema.properties.DROP_URL,
  },
  required: ['NODE_ENV', 'SEED_DEMO_DATA', 'DATABASE_URL', 'SEALING_KEYS', 'USER_API_URL', 'DROP_URL'],
} as const;

/** What seeding demo data needs; refuses production, which is also what an unset NODE_ENV means. */
export function loadSeedConfig(env: Env): ConfigOf<typeof seedSchema> {
  return load(seedSchema, env);
}

const operateSchema = {
  type: 'object',
  properties: {
    NODE_ENV: baseConfigProperties.NODE_ENV,
    ALLOW_PASSWORDLESS: baseConfigProperties.ALLOW_PASSWORDLESS,
    DATABASE_URL: schema.properties.DATABASE_URL,
    SEALING_KEYS: schema.properties.SEALING_KEYS,
    USER_API_URL: schema.properties.USER_API_URL,
    DROP_URL: schema.properties.DROP_URL,
    THEME_FILE: baseConfigProperties.THEME_FILE,
  },
  required: ['DATABASE_URL', 'SEALING_KEYS', 'USER_API_URL', 'DROP_URL'],
} as const;

/** What the commands of operators need; both addresses are public ones, as they become audiences. */
export function loadOperateConfig(env: Env): ConfigOf<typeof operateSchema> {
  return load(operateSchema, env);
}

const monthsSchema = {
  type: 'object',
  properties: {
    NODE_ENV: baseConfigProperties.NODE_ENV,
    ALLOW_PASSWORDLESS: baseConfigProperties.ALLOW_PASSWORDLESS,
    DATABASE_URL: schema.properties.DATABASE_URL,
  },
  required: ['DATABASE_URL'],
} as const;

export function loadMonthsConfig(env: Env): ConfigOf<typeof monthsSchema> {
  return load(monthsSchema, env);
}

const resealSchema = {
  type: 'object',
  properties: {
    DATABASE_URL: schema.properties.DATABASE_URL,
    SEALING_KEYS: schema.properties.SEALING_KEYS,
    MAIL_URL: schema.properties.MAIL_URL,
    THEME_FILE: baseConfigProperties.THEME_FILE,
  },
  required: ['DATABASE_URL', 'SEALING_KEYS'],
} as const;

export function loadResealConfig(env: Env): ConfigOf<typeof resealSchema> {
  return load(resealSchema, env);
}

export const readDatabaseUrl = (env: Env): string => readVariable(env, 'DATABASE_URL');
