import { join } from 'node:path';
import { rootDir } from './paths.ts';
import { findFreePort, readPort } from './ports.ts';

export type ServiceName = 'sso' | 'user-api' | 'drop';

/** Names, usual ports with the variables that change them, and databases. Source: contract part 0 "Names". */
export const services = [
  {
    name: 'sso',
    port: 4001,
    portVariable: 'SSO_PORT',
    database: 'sso',
    urlVariable: 'SSO_URL',
    databaseVariable: 'DATABASE_URL_SSO',
  },
  {
    name: 'user-api',
    port: 4002,
    portVariable: 'USER_API_PORT',
    database: 'user_api',
    urlVariable: 'USER_API_URL',
    databaseVariable: 'DATABASE_URL_USER_API',
  },
  {
    name: 'drop',
    port: 4003,
    portVariable: 'DROP_PORT',
    database: 'drop',
    urlVariable: 'DROP_URL',
    databaseVariable: 'DATABASE_URL_DROP',
  },
] as const satisfies { name: ServiceName; port: number; database: string; [variable: string]: unknown }[];

/**
 * What Node is started with, in a service's folder. Without bounds the old generation grows to three times what is in use
 * before it is collected, and the young one to 64 MB; a busy process keeps both. Start scripts and images repeat these
 * words.
 */
export const serviceArgs = [
  '--max-old-space-size=192',
  '--max-semi-space-size=8',
  '--disable-warning=ExperimentalWarning',
  'src/main.ts',
] as const;

/** What Node is started with beside its settings: glibc keeps memory for each of its threads otherwise, 7 to 17 MB of it. */
export const serviceEnvironment = { MALLOC_ARENA_MAX: '1' } as const;

/** The public port of each service of the local stack. Throws a sentence for a variable that is no port. */
export const readPorts = () => mapServices(({ port, portVariable }) => readPort(portVariable, port));

export async function findPorts(): Promise<Record<ServiceName, number>> {
  const [sso, userApi, drop] = await Promise.all([findFreePort(), findFreePort(), findFreePort()]);
  return { sso, 'user-api': userApi, drop };
}

export function findServiceDir(name: ServiceName): string {
  return join(rootDir, 'services', name);
}

export function mapServices<T>(make: (service: (typeof services)[number]) => T): Record<ServiceName, T> {
  const [sso, userApi, drop] = services;
  return { sso: make(sso), 'user-api': make(userApi), drop: make(drop) };
}
