import { createHash } from 'node:crypto';
import type { PageSpec } from './page-spec.ts';

/** A normalised filter or ownership value. null and undefined both mean "not given". */
export type BindingValue = string | number | boolean | null | undefined;

/** What a cursor of one search belongs to, beside its endpoint and sort. */
export interface PageBinding<Scope extends string = string> {
  /** The validated and normalised filters. A date is its instant, however the caller wrote it. */
  readonly filters: Readonly<Record<string, BindingValue>>;
  /** Whose rows are searched, one value for each name of the spec's `cursorScope`. */
  readonly scope: Readonly<Record<Scope, BindingValue>>;
}

/** The digest that cursors are sealed for. Two are equal only if endpoint, sort, filters and scope are equal. */
export function digestBinding<Scope extends string>(
  spec: PageSpec<Scope>,
  binding: PageBinding<Scope>,
): string {
  const parts = [spec.key, spec.sort, canonicalEntries(binding.filters), canonicalEntries(binding.scope)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function canonicalEntries(values: Readonly<Record<string, BindingValue>>): [string, BindingValue][] {
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
}
