import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RedisClient } from '@latchkey/connections';

type Script = (key: string, ...args: readonly (string | number)[]) => Promise<unknown>;

/** Reads Lua files beside this one, joins them, and makes one script on one key out of them. */
export function createScript(redis: RedisClient, ...files: readonly string[]): Script {
  const source = files
    .map((file) => readFileSync(new URL(`lua/${file}`, import.meta.url), 'utf8'))
    .join('\n');
  const digest = createHash('sha1').update(source).digest('hex');
  return async (key, ...args) => {
    try {
      return await redis.evalsha(digest, 1, key, ...args);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return redis.eval(source, 1, key, ...args);
    }
  };
}
