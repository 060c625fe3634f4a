/**
 * A service's process: its environment and its log; its command line is `@latchkey/process/command-line`.
 *
 * `loadConfig(schema, process.env)` reads the environment through one JSON Schema literal before anything listens. Every
 * missing or bad variable is named, one per line and never with its value; `exitOnBadConfig` ends the process with
 * status 1. An environment without NODE_ENV is production, which refuses what is not safe there: see `createFormats`.
 *
 * `createLogger` writes one JSON line per call. Callers log names, not values; the logger is the second line of defence.
 * At any depth it redacts the values of secret fields, removes secrets from texts (queries, credentials in addresses,
 * JWTs, keys), cuts texts at 8,192 characters, and keeps only `name`, `message`, `stack`, `code`, `cause` and `errors` of
 * an error, because drivers attach queries and parameters to theirs. The line of a request is written as it is: `safe`.
 */
export {
  addressProperties,
  baseConfigProperties,
  findPasswordlessWarning,
  readListeners,
} from './config/base-config.ts';
export type { ConfigOf, ConfigSchema } from './config/config-schema.ts';
export { exitOnBadConfig } from './config/exit-on-bad-config.ts';
export { loadConfig, readVariable } from './config/load-config.ts';
export { findBadParameter } from './config/server-parameters.ts';
export { createLogger, type Logger, type LogLevel, type ServiceLogger } from './logger/create-logger.ts';
export { scrubText } from './logger/scrub-text.ts';
export { logStrayLines } from './logger/log-stray-lines.ts';
