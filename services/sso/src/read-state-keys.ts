import { deriveKey, parseKeyList, type NamedKey } from '@latchkey/secrets';
import type { Config } from './config.ts';

/**
 * The keys that sso authenticates its state in Redis by, the newest first; outside production, without STATE_KEYS, one
 * that is derived from the master key.
 */
export function readStateKeys({
  STATE_KEYS: list,
  SERVICE_MASTER_KEY: masterKey,
}: Config): readonly NamedKey[] {
  if (list !== undefined) return parseKeyList(list);
  return [{ kid: 'derived', key: deriveKey(masterKey, { purpose: 'latchkey state' }) }];
}
