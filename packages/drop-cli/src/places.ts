import type { Shell } from './shell.ts';

/** The addresses of the services and the client to sign in as: from the environment, else those of the local stack. */
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
