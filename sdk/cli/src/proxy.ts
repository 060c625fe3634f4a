import * as http from 'node:http';
import type { Shell } from './shell.ts';

type Environment = Shell['env'];

/** Of Node 24.14 and newer. */
interface ProxyingHttp {
  readonly setGlobalProxyFromEnv?: (env: Environment) => unknown;
}

const read = (env: Environment, name: string) => env[name.toLowerCase()] || env[name];

/**
 * Has fetch go through the proxy that variables name, as curl does, but never to this machine itself. Answers a sentence
 * for a failure where this Node needs help with that, or cannot read the variables, whose values may be secret.
 */
export function useProxy(
  env: Environment,
  { setGlobalProxyFromEnv: use }: ProxyingHttp = http,
): string | undefined {
  const named = ['HTTPS_PROXY', 'HTTP_PROXY'].filter((name) => Boolean(read(env, name)));
  if (named.length === 0 || env['NODE_USE_ENV_PROXY'] === '1') return undefined;
  const what = named.join(' and ');
  if (use === undefined)
    return `This Node goes through the proxy of ${what} only with NODE_USE_ENV_PROXY=1, from Node 22.21 on.`;
  const [noProxy = '', local] = [read(env, 'NO_PROXY'), 'localhost,127.0.0.1,::1'];
  try {
    use({ ...env, no_proxy: noProxy === '' ? local : `${noProxy},${local}` });
    return undefined;
  } catch {
    return `The value of ${what} is no address of a proxy.`;
  }
}
