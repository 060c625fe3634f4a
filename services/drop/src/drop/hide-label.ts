import type { Drop } from './drop.ts';

/** What TypeScript's library does not know yet: a number is read with its source, and written as it was. */
type Revive = (name: string, value: unknown, context: { readonly source: string }) => unknown;
const parseWith = JSON.parse as (text: string, revive: Revive) => Record<string, unknown>;
const { rawJSON } = JSON as unknown as { rawJSON(source: string): unknown };

/** The drop as a receiver sees it: its label is for its owner. Source: contract part 3 "Fields". */
export function hideLabel(drop: Drop): Drop {
  if (drop.metadata === null) return drop;
  const { label, ...others } = parseWith(drop.metadata, (_name, value, { source }) =>
    typeof value === 'number' ? rawJSON(source) : value,
  );
  return label === undefined ? drop : { ...drop, metadata: JSON.stringify(others) };
}
