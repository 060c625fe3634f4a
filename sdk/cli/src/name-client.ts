/** The client of sign-ins on sso's own pages, which has no name. */
const signInPage = 'latchkey-sso';

export const nameClient = ({ id, name }: { readonly id: string; readonly name: string | null }): string =>
  name ?? (id === signInPage ? 'sign-in page' : id);
