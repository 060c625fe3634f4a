import { createLogger as createWinston, format, transports } from 'winston';
import { redactFields } from './redact.ts';
import { scrubText } from './scrub-text.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Readonly<Record<string, unknown>>;
type Write = (message: string, fields?: LogFields) => void;

/** Writes one JSON line per call; never throws because of what it is given. */
export type Logger = Readonly<Record<LogLevel, Write>>;

/** Writes lines at level info too whose fields hold no secret, and are written as they are. */
export type ServiceLogger = Logger & { readonly safe: (message: string, fields: LogFields) => void };

/** Where winston's transports find the finished line. */
const line = Symbol.for('message');

/**
 * JSON logs through winston: `timestamp` (ISO 8601), `level`, `service`, `message` and the fields, without secrets (see
 * `redactFields`). Writes to standard output unless given a stream. `now` in milliseconds.
 */
export function createLogger(options: {
  service: string;
  level: LogLevel;
  stream?: NodeJS.WritableStream;
  now?: () => number;
}): ServiceLogger {
  const { service, level, stream = process.stdout, now = Date.now } = options;
  const begin = (at: string, message: string) => {
    return { timestamp: new Date(now()).toISOString(), level: at, service, message };
  };
  // One format in place of a chain: a chain copies each line several times.
  const writeLine = format((info) => {
    const own = begin(info.level, scrubText(String(info.message)));
    info[line] = JSON.stringify(redactFields(info['fields'] as LogFields, own));
    return info;
  });
  const winston = createWinston({
    level,
    levels: { error: 0, warn: 1, info: 2, debug: 3 },
    format: writeLine(),
    transports: [new transports.Stream({ stream, log: writeTo(stream) })],
  });
  // winston formats a line before it looks at the level.
  const writeAt = (at: LogLevel): Write =>
    winston.isLevelEnabled(at)
      ? (message, fields = {}) => void winston.log({ level: at, message, fields })
      : () => undefined;
  const safe: Write = (message, fields) =>
    void stream.write(`${JSON.stringify({ ...begin('info', message), ...fields })}\n`);
  return {
    debug: writeAt('debug'),
    info: writeAt('info'),
    warn: writeAt('warn'),
    error: writeAt('error'),
    safe: winston.isLevelEnabled('info') ? safe : () => undefined,
  };
}

/** Writes the line directly: winston's transport would also emit an event that nobody listens to. */
function writeTo(stream: NodeJS.WritableStream) {
  return (info: { readonly [line]: string }, next: () => void): void => {
    stream.write(`${info[line]}\n`);
    next();
  };
}
