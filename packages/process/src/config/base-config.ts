import type { ConfigOf } from './config-schema.ts';

/**
 * The variables that every service reads (contract part 0 "Every service"), to spread into its schema; which of them it
 * needs, its schema says. PORT has no
 * default here: a service writes `PORT: { ...baseConfigProperties.PORT, default: 4001 }`.
 */
export const baseConfigProperties = {
  PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65_435,
    description: 'port of the public routes; 0 takes a free one',
  },
  HOST: { type: 'string', format: 'host', description: 'address to listen on; all addresses unless set' },
  INTERNAL_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65_535,
    description: 'port of internal routes and /metrics; 0 takes a free one',
  },
  INTERNAL_HOST: { type: 'string', format: 'host', description: 'address of the internal listener' },
  DOCS: {
    type: 'string',
    enum: ['public', 'internal', 'off'],
    default: 'public',
    description: 'which port shows /docs and /openapi.json',
  },
  NODE_ENV: {
    type: 'string',
    enum: ['development', 'test', 'production'],
    default: 'production',
    description: 'production refuses what is not safe there',
  },
  ALLOW_PASSWORDLESS: {
    type: 'array',
    items: { type: 'string', enum: ['postgres', 'redis'] },
    default: [],
    description: 'servers that production may use without a password',
  },
  DATABASE_URL: { type: 'string', format: 'postgres-url', description: 'address of PostgreSQL' },
  REDIS_URL: { type: 'string', format: 'redis-url', description: 'address of Redis' },
  REDIS_CLUSTER: { type: 'boolean', default: false, description: 'REDIS_URL names a node of a cluster' },
  REDIS_SENTINELS: {
    type: 'string',
    format: 'sentinels',
    description:
      'host:port,… of Sentinels; the host in REDIS_URL is then the name of the master that they watch',
  },
  LOG_LEVEL: {
    type: 'string',
    enum: ['debug', 'info', 'warn', 'error'],
    default: 'info',
    description: 'the lowest level that is logged',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    type: 'string',
    format: 'url',
    description:
      'address of an OpenTelemetry collector that gets spans by OTLP over HTTP; no spans unless set',
  },
  TRUST_PROXY: {
    anyOf: [
      { type: 'integer', minimum: 0, maximum: 16 },
      { type: 'string', format: 'networks' },
    ],
    default: 0,
    description: 'number of proxies, or their networks, whose X-Forwarded-For is believed; none',
  },
  STOP_PAUSE_SECONDS: {
    type: 'integer',
    minimum: 0,
    maximum: 8,
    default: 3,
    description: 'after SIGTERM, seconds in which requests are still answered, so that a proxy loses none',
  },
  CORS_ORIGINS: {
    type: 'array',
    items: { type: 'string', format: 'origin' },
    default: [],
    description: 'origins of pages that may call, or *',
  },
  IDENTITY_ISSUER: {
    type: 'string',
    format: 'public-url',
    description: 'issuer of every token, byte-identical everywhere',
  },
  THEME_FILE: {
    type: 'string',
    description: 'file of the name, the colours and the logo that people see; those of Latchkey unless set',
  },
} as const;

const url = { type: 'string', format: 'url' } as const;
const publicUrl = { type: 'string', format: 'public-url' } as const;

/**
 * The addresses of the three services (contract part 0 "Service-to-service calls"). A service takes those that it uses
 * into its schema: X_URL is the public address and default audience, X_CALL_URL where siblings call its public routes,
 * X_INTERNAL_URL where they call its internal ones. `completeValues` fills in the last two.
 */
export const addressProperties = {
  SSO_URL: { type: 'string', format: 'public-origin', description: 'public address of sso' },
  SSO_CALL_URL: { ...url, description: 'where siblings call public routes of sso' },
  SSO_INTERNAL_URL: { ...url, description: 'where siblings call internal routes of sso' },
  USER_API_URL: { ...publicUrl, description: 'public address of user-api, and audience of tokens for it' },
  USER_API_CALL_URL: { ...url, description: 'where siblings call public routes of user-api' },
  USER_API_INTERNAL_URL: { ...url, description: 'where siblings call internal routes of user-api' },
  DROP_URL: { ...publicUrl, description: 'public address of drop, and audience of tokens for it' },
  DROP_CALL_URL: { ...url, description: 'where siblings call public routes of drop' },
} as const;

type BaseConfig = ConfigOf<{ type: 'object'; properties: typeof baseConfigProperties }>;

/**
 * The sentence with which a service starts in production when ALLOW_PASSWORDLESS names a server; undefined otherwise
 * (contract part 0 "Production").
 */
export function findPasswordlessWarning(
  config: Pick<BaseConfig, 'NODE_ENV' | 'ALLOW_PASSWORDLESS'>,
): string | undefined {
  const { NODE_ENV: environment, ALLOW_PASSWORDLESS: servers } = config;
  if (environment !== 'production' || servers.length === 0) return undefined;
  return `ALLOW_PASSWORDLESS lets this service use ${servers.join(' and ')} without a password`;
}

interface ListenerConfig {
  readonly PORT: number;
  readonly HOST?: string | undefined;
  readonly INTERNAL_PORT: number;
  readonly INTERNAL_HOST?: string | undefined;
}

/** Where a service listens, as `serve` of @latchkey/http-server takes it. */
export function readListeners(config: ListenerConfig) {
  return {
    public: { port: config.PORT, host: config.HOST },
    internal: { port: config.INTERNAL_PORT, host: config.INTERNAL_HOST },
  };
}
