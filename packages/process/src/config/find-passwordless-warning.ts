import type { baseConfigProperties } from './base-config-properties.ts';
import type { ConfigOf } from './config-schema.ts';

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
