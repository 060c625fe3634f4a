import {
  addressProperties,
  baseConfigProperties,
  loadConfig as loadFromEnv,
  readVariable,
  type ConfigOf,
} from '@latchkey/process';

/** kid:key pairs, newest first, each key 32 bytes in base64url. */
const keyList = { type: 'string', format: 'key-list' } as const;
const headerAuthMode = { type: 'string', enum: ['off', 'accept', 'only'] } as const;

/** Environment of drop. Source: contract part 0 "Every service". */
export const schema = {
  type: 'object',
  properties: {
    ...baseConfigProperties,
    PORT: { ...baseConfigProperties.PORT, default: 4003 },
    DROP_URL: addressProperties.DROP_URL,
    DATABASE_POOL_SIZE: {
      type: 'integer',
      minimum: 1,
      maximum: 200,
      default: 10,
      description: 'connections to PostgreSQL, at most',
    },
    REDIS_URL: {
      ...baseConfigProperties.REDIS_URL,
      description: 'counts wrong keys, remembers proofs; without it, each process does so itself',
    },
    CURSOR_KEYS: {
      ...keyList,
      description: 'kid:key,… that seal page cursors, newest first; a key is 32 bytes in base64url',
    },
    DROP_PEPPER_KEYS: { ...keyList, description: 'kid:key,… that go into every drop, newest first' },
    BODY_BYTES_IN_FLIGHT: {
      type: 'integer',
      minimum: 32 * 1024 * 1024,
      default: 64 * 1024 * 1024,
      description: 'bytes of bodies over 100 KB that the process holds at a time; a network holds an eighth',
    },
    OWNER_MAX_DROPS: {
      type: 'integer',
      minimum: 0,
      default: 10_000,
      description: 'reserved and active drops of one owner; 0: no limit',
    },
    OWNER_MAX_BYTES: {
      type: 'integer',
      minimum: 0,
      default: 1024 * 1024 * 1024,
      description: 'sealed bytes of these drops; 0: no limit',
    },
    EVENT_RETENTION_DAYS: {
      type: 'integer',
      minimum: 1,
      maximum: 3650,
      default: 180,
      description: 'a month of events is deleted when its last event is this old',
    },
    HEADER_AUTH: {
      type: 'object',
      additionalProperties: headerAuthMode,
      default: {},
      description: 'JSON: route family (drop, admin) to off, accept or only',
    },
    TOKEN_CHECK_MODE: {
      type: 'string',
      enum: ['soft', 'strict'],
      default: 'soft',
      description: 'strict asks sso about each token, and needs SERVICE_MASTER_KEY and SSO_INTERNAL_URL',
    },
    SERVICE_MASTER_KEY: {
      type: 'string',
      format: 'service-key',
      description: 'the key that drop shows to its siblings: 32 or more of A-Z a-z 0-9 _ -',
    },
    SSO_URL: { ...addressProperties.SSO_URL, description: 'public address of sso, if not the issuer' },
    SSO_CALL_URL: addressProperties.SSO_CALL_URL,
    SSO_INTERNAL_URL: addressProperties.SSO_INTERNAL_URL,
    USER_API_INTERNAL_URL: {
      ...addressProperties.USER_API_INTERNAL_URL,
      description: 'where user-api names who asks for a secret and logs what happens; neither without it',
    },
    JWKS_FILE: {
      type: 'string',
      description: 'file with the public keys of the issuer, where sso is out of reach',
    },
  },
  required: ['PORT', 'INTERNAL_PORT', 'IDENTITY_ISSUER', 'DROP_URL', 'DATABASE_URL', 'CURSOR_KEYS'],
  requiredInProduction: ['DROP_PEPPER_KEYS'],
  if: { properties: { TOKEN_CHECK_MODE: { const: 'strict' } }, required: ['TOKEN_CHECK_MODE'] },
  then: { required: ['SERVICE_MASTER_KEY', 'SSO_INTERNAL_URL'] },
  else: { if: { required: ['USER_API_INTERNAL_URL'] }, then: { required: ['SERVICE_MASTER_KEY'] } },
} as const;

export type Config = ConfigOf<typeof schema>;

/** Throws an Error that names every missing or bad variable. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  return loadFromEnv(schema, env);
}

export const readDatabaseUrl = (env: NodeJS.ProcessEnv): string => readVariable(env, 'DATABASE_URL');
