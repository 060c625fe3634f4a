import { version } from './version.ts';

/** What sso takes of a device's name. */
const longestName = 64;

interface Host {
  readonly getBuiltinModule?: (id: 'node:os') => { readonly hostname: () => string } | undefined;
}

/** Undefined where this is no Node, as in a browser; its members are undefined where it is an old one. */
const host = (globalThis as { readonly process?: Host }).process;

/** How the library names itself in its requests. A browser names itself. */
export const userAgent = host === undefined ? undefined : `latchkey-client/${version}`;

/** The name of this machine, as far as sso takes it; undefined where it has none or the runtime does not say. */
export function findHostName(runtime = host): string | undefined {
  const name = runtime?.getBuiltinModule?.('node:os')?.hostname() ?? '';
  return Array.from(name).slice(0, longestName).join('') || undefined;
}
