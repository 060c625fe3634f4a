/** The login that a command needs: any, one with this right, or the operator's. */
export type Login = 'login' | 'account' | 'clients' | 'orgs' | 'admin';

/** The command that gives what another one needs. */
export function loginFor(needs: Login, isAdmin = needs === 'admin'): string {
  const right = needs === 'login' || needs === 'admin' ? '' : ` --scope ${needs}`;
  return `latchkey login${isAdmin ? ' --admin' : ''}${right}`;
}
