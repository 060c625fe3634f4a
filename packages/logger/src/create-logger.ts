import { createLogger as createWinston, format, transports } from 'winston';
import { redactSecrets } from './redact.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Readonly<Record<string, unknown>>;
type Write = (message: string, fields?: LogFields) => void;

/** Writes one JSON line per call; never throws because of what it is given. */
export type Logger = Readonly<Record<LogLevel, Write>>;

/**
 * JSON logs through winston: `timestamp` (ISO 8601), `level`, `service`, `message` and the fields, without secrets (see
 * `redactSecrets`). Writes to standard output unless given a stream. `now` in milliseconds.
 */
export function createLogger(options: {
  service: string;
  level: LogLevel;
  stream?: NodeJS.WritableStream;
  now?: () => number;
}): Logger {
  const { service, level, stream = process.stdout, now = Date.now } = options;
  const timestamp = format.timestamp({ format: () => new Date(now()).toISOString() });
  const winston = createWinston({
    level,
    levels: { error: 0, warn: 1, info: 2, debug: 3 },
    defaultMeta: { service },
    format: format.combine(redactSecrets(), timestamp, format.json()),
    transports: [new transports.Stream({ stream })],
  });
  const writeAt =
    (at: LogLevel): Write =>
    (message, fields = {}) => {
      // winston formats a line before it looks at the level.
      if (winston.isLevelEnabled(at)) winston.log({ level: at, message, fields });
    };
  return { debug: writeAt('debug'), info: writeAt('info'), warn: writeAt('warn'), error: writeAt('error') };
}
