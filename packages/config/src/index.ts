export { addressProperties } from './address-properties.ts';
export { baseConfigProperties } from './base-config-properties.ts';
export { exitOnBadConfig } from './exit-on-bad-config.ts';
export { loadConfig } from './load-config.ts';
export { findPasswordlessWarning } from './find-passwordless-warning.ts';
export type { ConfigOf, ConfigSchema } from './config-schema.ts';
export { readListeners } from './read-listeners.ts';
