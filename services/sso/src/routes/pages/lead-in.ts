import type { RequestInfo } from '@latchkey/http-server';

/** Path and query to which a form of another site is led: those of the address, else what it has posted under `names`. */
export function leadIn(
  names: readonly string[],
  input: Readonly<Record<string, unknown>>,
  { path, search }: RequestInfo,
): string {
  const posted = new URLSearchParams();
  for (const name of names)
    for (const value of [input[name]].flat()) if (typeof value === 'string') posted.append(name, value);
  const query = search === '' ? posted.toString() : search;
  return query === '' ? path : `${path}?${query}`;
}
