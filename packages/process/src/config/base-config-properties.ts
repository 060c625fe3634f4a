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
