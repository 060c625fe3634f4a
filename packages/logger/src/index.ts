export { createLogger } from './create-logger.ts';
export type { LogFields, Logger, LogLevel } from './create-logger.ts';
