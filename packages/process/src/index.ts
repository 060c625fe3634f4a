export { addressProperties } from './config/address-properties.ts';
export { baseConfigProperties } from './config/base-config-properties.ts';
export type { ConfigOf, ConfigSchema } from './config/config-schema.ts';
export { exitOnBadConfig } from './config/exit-on-bad-config.ts';
export { findPasswordlessWarning } from './config/find-passwordless-warning.ts';
export { loadConfig } from './config/load-config.ts';
export { readListeners } from './config/read-listeners.ts';
export { createLogger, type LogFields, type Logger, type LogLevel } from './logger/create-logger.ts';
