/** The login that a command needs: any, one with this right, or the operator's. */
export type Login = 'login' | 'account' | 'clients' | 'orgs' | 'admin';

export const rights = ['account', 'clients', 'orgs'] as const satisfies readonly Login[];

/** The command that gives what another one needs, beside the rights that are there. */
export function loginFor(needs: Login, isAdmin = needs === 'admin', has: readonly Login[] = []): string {
  const needed = rights.filter((right) => right === needs || has.includes(right));
  return [
    'latchkey login',
    ...(isAdmin ? ['--admin'] : []),
    ...needed.map((right) => `--scope ${right}`),
  ].join(' ');
}
