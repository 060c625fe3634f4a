import { format } from 'node:util';
import type { Logger } from './create-logger.ts';

/**
 * Makes lines of the log out of what libraries write to the console and out of warnings of Node, which would be lines
 * that are no JSON: ioredis and pg warn in this way. Answers a function that ends it.
 */
export function logStrayLines(
  logger: Pick<Logger, 'warn'>,
  { console: written = console, process: node = process } = {},
): () => void {
  const write = (...args: unknown[]) => logger.warn('a library says', { reason: format(...args) });
  const own = { log: written.log, info: written.info, warn: written.warn, error: written.error };
  Object.assign(written, { log: write, info: write, warn: write, error: write });
  // Node's own listener prints warnings.
  const before = node.listeners('warning');
  node.removeAllListeners('warning');
  const warn = ({ name, message }: Error) => {
    if (name !== 'ExperimentalWarning') logger.warn('a library warns', { reason: `${name}: ${message}` });
  };
  node.on('warning', warn);
  return () => {
    Object.assign(written, own);
    node.off('warning', warn);
    for (const listener of before) node.on('warning', listener);
  };
}
