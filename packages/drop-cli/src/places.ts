import type { Shell } from './shell.ts';

/** Where the services are and as which client this signs in; the local stack's unless the environment says otherwise. */
export function findPlaces({ env }: Pick<Shell, 'env'>) {
  return {
    sso: trim(env['SSO_URL'] || 'http://localhost:4001'),
    drop: trim(env['DROP_URL'] || 'http://localhost:4003'),
    clientId: env['LATCHKEY_CLIENT_ID'] || 'demo-cli',
  };
}

function trim(url: string): string {
  return url.replace(/\/$/, '');
}
