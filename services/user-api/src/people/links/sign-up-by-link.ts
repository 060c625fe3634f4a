import { ApiError } from '@latchkey/contracts';
import { ssoClientId } from '@latchkey/tokens';
import type { AccountStore } from '../../accounts/account-store.ts';
import { isProven, type Account } from '../../accounts/account.ts';
import { readLocale } from '../../accounts/locale.ts';
import { readName } from '../../accounts/name.ts';
import { newAccount } from '../../accounts/new-account.ts';
import { errors } from '../../errors.ts';
import { createEntry } from '../../request-log/log-event.ts';
import type { Origin } from '../../request-log/request-log.ts';
import { announceRetired, prepareRetiring, type EndSignInsPorts } from '../../sessions/end-sessions.ts';
import type { CounterPorts } from '../../signing-in/attempt/counters.ts';
import { networkPlace, sharesOf } from '../../signing-in/attempt/place.ts';
import { assertNewPassword } from '../../signing-in/password/assert-new-password.ts';
import type { Passwords } from '../../signing-in/password/passwords.ts';
import { findLink, holdTry, type FindLinkPorts } from './find-link.ts';
import type { LinkStore } from './link-store.ts';
import { openBrowser, type Browser, type BrowserPorts } from './open-browser.ts';

interface SignUpPorts extends FindLinkPorts, BrowserPorts, EndSignInsPorts, CounterPorts {
  readonly accounts: Pick<AccountStore, 'findByEmail'>;
  readonly links: Pick<LinkStore, 'find' | 'signUp'>;
  readonly passwords: Passwords;
}

interface SignUpForm {
  readonly token: string;
  readonly name: string;
  readonly password: string;
  readonly locale: string;
}

/** An account, and the browser that its person is signed in with. */
export interface SignedInByLink {
  readonly account: Account;
  readonly browser: Browser;
}

/**
 * Makes the account of a link's address, or completes the invited one, and signs its browser in, as one act. An account
 * that nobody has verified is retired; sso ends its consents and families first. Throws not_found, already_exists,
 * invalid_value, throttled, overloaded. Source: contract part 2 "Links".
 */
export async function signUpByLink(
  ports: SignUpPorts,
  { token, name: typed, password, locale }: SignUpForm,
  origin: Origin,
): Promise<SignedInByLink> {
  const link = await findLink(ports, token, 'sign_up', 'invitation');
  const { email } = link;
  const name = readName(typed);
  if (name === undefined) throw new ApiError(errors.nameInvalid, { field: 'name' });
  assertNewPassword(password, { field: 'password', rules: ports.passwords, owner: { email, name } });
  const found = await ports.accounts.findByEmail(email);
  if (found !== undefined && isProven(found)) throw new ApiError(errors.accountExists, { field: 'token' });
  await holdTry(ports, link.id);
  const shares = sharesOf(networkPlace(ports, origin.ip), `link ${link.id}`);
  const passwordHash = await ports.passwords.by(shares).hash(password);
  const id = found?.status === 'invited' ? found.id : ports.newId();
  const verified = { emailVerifiedAt: new Date(ports.now()), locale: readLocale(locale) };
  const owner = newAccount({ id, email, name, passwordHash, ...verified });
  const browser = openBrowser(ports, { userId: id, amr: ['password'] }, origin);
  await prepareRetiring(ports, found?.id === id ? undefined : found, origin);
  const { account, ...retirement } = await ports.links.signUp({
    link,
    owner,
    memberId: ports.newId(),
    ...browser,
    rows: {
      signUp: createEntry(ports, { event: 'user.signup', clientId: ssoClientId }, origin),
      join: createEntry(ports, { event: 'invitation.accept', clientId: ssoClientId }, origin),
      signIn: createEntry(
        ports,
        { event: 'user.root_session', method: 'password', clientId: ssoClientId },
        origin,
      ),
    },
  });
  await announceRetired(ports, retirement, origin);
  return { account, browser };
}
