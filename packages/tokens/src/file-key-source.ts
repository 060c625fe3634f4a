import { readFile } from 'node:fs/promises';
import { createCachedKeySource } from './cached-key-source.ts';
import { readJwks, type RemoteKeySource } from './key-source.ts';

/**
 * Keys from a JWK Set in a file, for an installation with no sso in reach (contract part 0 "Access tokens",
 * JWKS_FILE). Rejects at once when the file holds no usable keys, naming the variable; later the file is read again as
 * `createCachedKeySource` says, so that a rotated file needs no restart.
 */
export async function createFileKeySource(input: {
  path: string;
  now: () => number;
}): Promise<RemoteKeySource> {
  const load = async () => readJwks(JSON.parse(await readFile(input.path, 'utf8')));
  await load().catch((cause: unknown) => {
    throw new Error(`JWKS_FILE has no usable keys: ${String(cause)}`, { cause });
  });
  return createCachedKeySource({ load, now: input.now });
}
