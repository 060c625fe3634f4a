import { createHash } from 'node:crypto';
import type { RedisClient } from './redis-client.ts';

/** Runs a script on the client that it was defined for. */
export type Script<Result> = (
  keys: readonly string[],
  ...args: readonly (string | number)[]
) => Promise<Result>;

export interface ScriptDefinition {
  /** Says which script it is when one is inspected; two scripts may share it. */
  readonly name: string;
  readonly lua: string;
  /** Without it, each call may bring another number of keys. */
  readonly numberOfKeys?: number;
}

/**
 * Makes a Lua script callable: `await script([key], 1, 'two')`. ioredis sends the text once per connection and the
 * digest after that. The keys of one call must be in one hash slot. `Result` is what the script returns; the caller
 * says so, as nothing can check it.
 */
export function defineScript<Result>(
  redis: RedisClient,
  { name, lua, numberOfKeys }: ScriptDefinition,
): Script<Result> {
  // The digest keeps two scripts of one name apart: ioredis holds one command per name.
  const command = `${name}:${createHash('sha1').update(lua).digest('hex')}`;
  redis.defineCommand(command, { lua });
  // The types of ioredis do not know the methods that defineCommand adds.
  const commands = redis as unknown as Record<string, (...args: (string | number)[]) => Promise<Result>>;
  return (keys, ...args) => {
    if (keys.length !== (numberOfKeys ?? keys.length)) throw new Error(`${name} needs ${numberOfKeys} keys`);
    return (commands[command] as (typeof commands)[string]).call(redis, keys.length, ...keys, ...args);
  };
}
