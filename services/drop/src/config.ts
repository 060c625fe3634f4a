import {
  addressProperties,
  baseConfigProperties,
  loadConfig as loadFromEnv,
  type ConfigOf,
} from '@latchkey/process';

/** kid:key pairs, newest first, each key 32 bytes in base64url. */
const keyList = { type: 'string', format: 'key-list' } as const;
const headerAuthMode = { type: 'string', enum: ['off', 'accept', 'only'] } as const;

/** Environment of drop. Source: contract part 0 "Every service", part 3. */
export const schema = {
  type: 'object',
  properties: {
    ...baseConfigProperties,
    PORT: { ...baseConfigProperties.PORT, default: 4003 },
    DROP_URL: addressProperties.DROP_URL,
    DATABASE_POOL_SIZE: { type: 'integer', minimum: 1, maximum: 200, default: 10 },
    REDIS_URL: { ...baseConfigProperties.REDIS_URL, description: 'without it, each process counts alone' },
    CURSOR_KEYS: { ...keyList, description: 'kid:key,… that seal page cursors, newest first' },
    DROP_PEPPER_KEYS: { ...keyList, description: 'kid:key,… that go into every drop, newest first' },
    BODY_BYTES_IN_FLIGHT: {
      type: 'integer',
      minimum: 32 * 1024 * 1024,
      default: 64 * 1024 * 1024,
      description: 'bytes of large request bodies that the process holds at a time',
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
      description: 'bytes that they hold, sealed; 0: no limit',
    },
    EVENT_RETENTION_DAYS: {
      type: 'integer',
      minimum: 1,
      maximum: 3650,
      default: 180,
      description: 'a month of events goes once its last one is as old',
    },
    HEADER_AUTH: {
      type: 'object',
      additionalProperties: headerAuthMode,
      default: {},
      description: 'JSON: route family (drop, admin) to off, accept or only',
    },
    TOKEN_CHECK_MODE: { type: 'string', enum: ['soft', 'strict'], default: 'soft' },
    SERVICE_MASTER_KEY: {
      type: 'string',
      format: 'service-key',
      description: 'shown to sso, where TOKEN_CHECK_MODE is strict',
    },
    SSO_URL: { ...addressProperties.SSO_URL, description: 'public address of sso, if not the issuer' },
    SSO_CALL_URL: addressProperties.SSO_CALL_URL,
    SSO_INTERNAL_URL: addressProperties.SSO_INTERNAL_URL,
    JWKS_FILE: { type: 'string', description: 'public keys of the issuer, where it is out of reach' },
  },
  required: ['PORT', 'INTERNAL_PORT', 'IDENTITY_ISSUER', 'DROP_URL', 'DATABASE_URL', 'CURSOR_KEYS'],
  requiredInProduction: ['DROP_PEPPER_KEYS'],
  if: { properties: { TOKEN_CHECK_MODE: { const: 'strict' } }, required: ['TOKEN_CHECK_MODE'] },
  then: { required: ['SERVICE_MASTER_KEY', 'SSO_INTERNAL_URL'] },
} as const;

export type Config = ConfigOf<typeof schema>;

/** Throws an Error that names every missing or bad variable. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  return loadFromEnv(schema, env);
}
