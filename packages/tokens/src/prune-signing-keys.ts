import { isRecord } from './claims.ts';
import { longestTokenMilliseconds, parseSigningKeyFile } from './signing-key-file.ts';

/** A key stays a day longer than any token needs it, as a margin for wrong clocks and mistakes of operators. */
const keptMilliseconds = longestTokenMilliseconds + 24 * 60 * 60_000;

/**
 * Answers the text of a signing key file without the keys that no token needs: those that have been retired, or have
 * had a successor, for more than a day. `now` in milliseconds. Throws as `parseSigningKeyFile` does.
 */
export function pruneSigningKeys(input: { text: string; now: number }): string {
  const records = parseSigningKeyFile(input.text);
  const spent = records.filter((record, index) => {
    const lastUseAt = Math.min(record.retireAt, records[index + 1]?.notBeforeAt ?? Number.POSITIVE_INFINITY);
    return lastUseAt + keptMilliseconds < input.now;
  });
  const kids = new Set(spent.map(({ kid }) => kid));
  const entries = JSON.parse(input.text) as unknown[];
  const kept = entries.filter((entry) => !(isRecord(entry) && kids.has(String(entry['kid']))));
  return `${JSON.stringify(kept, undefined, 2)}\n`;
}
