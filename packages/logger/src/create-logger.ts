import { createLogger as createWinston, format, transports } from 'winston';
import { redact } from './redact.ts';
import { scrubText } from './scrub-text.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Readonly<Record<string, unknown>>;
type Write = (message: string, fields?: LogFields) => void;

/** Writes one JSON line per call; never throws because of what it is given. */
export type Logger = Readonly<Record<LogLevel, Write>>;

/**
 * JSON logs through winston: `timestamp` (ISO 8601), `level`, `service`, `message` and the fields, after secrets have
 * been taken out of all of them (see `redact`). Writes to standard output unless given a stream. `now` in
 * milliseconds.
 */
export function createLogger(options: {
  service: string;
  level: LogLevel;
  stream?: NodeJS.WritableStream;
  now?: () => number;
}): Logger {
  const { service, level, stream = process.stdout, now = Date.now } = options;
  const winston = createWinston({
    level,
    levels: { error: 0, warn: 1, info: 2, debug: 3 },
    format: format.json(),
    transports: [new transports.Stream({ stream })],
  });
  const writeAt =
    (at: LogLevel): Write =>
    (message, fields = {}) => {
      if (!winston.isLevelEnabled(at)) return;
      const timestamp = new Date(now()).toISOString();
      // One object, as winston glues the `message` of a second argument to the first.
      winston.log({ ...redact(fields), timestamp, level: at, service, message: scrubText(message) });
    };
  return { debug: writeAt('debug'), info: writeAt('info'), warn: writeAt('warn'), error: writeAt('error') };
}
