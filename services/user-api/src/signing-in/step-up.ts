import { ApiError } from '@latchkey/contracts';
import { consoleClientId } from '@latchkey/tokens';
import { isOperator } from '../accounts/account.ts';
import type { Factor } from '../accounts/factor.ts';
import type { PasskeyStore, PasskeyUse } from '../accounts/passkey.ts';
import { errors } from '../errors.ts';
import { logFailure } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import type { findPageRoot } from '../sessions/find-root-session.ts';
import type { SignedInPerson } from '../sessions/session.ts';
import type { FreshPorts, ShownAgain } from './act-freshly.ts';
import { guessInSession } from './attempt/guesses.ts';
import { confirmPassword } from './password/confirm-password.ts';
import { provePasskey, refusePasskey, type ProvingPorts } from './prove-passkey.ts';
import { checkFactorInSession } from './totp/check-code.ts';
import { readAssertion, type Assertion } from './webauthn.ts';

interface StepUpPorts extends FreshPorts<object>, ProvingPorts {
  readonly passkeys: Pick<PasskeyStore, 'find'>;
}

/** What an operator shows at sso's console, and what the installation asks for. */
interface ShownFactor extends ShownAgain {
  readonly asks: 'passkey' | 'required' | 'off';
  /** The answer of an authenticator, and the challenge of the form: one form is one challenge. */
  readonly passkey?: string | undefined;
  readonly challenge?: string | undefined;
}

type Root = Exclude<Awaited<ReturnType<typeof findPageRoot>>, undefined>;

/**
 * Checks and spends the factor by which an operator's power begins at sso's console: a passkey, else a one-time code, else,
 * where nothing more is asked for and the account has no codes, the password; all in the budgets of a sign-in. Throws
 * forbidden for who is no operator, fresh_code_required with the field, invalid_credentials, throttled, session_revoked.
 * Source: contract part 1 "Console".
 */
export async function stepUp(
  ports: StepUpPorts,
  { account, session }: Root,
  shown: ShownFactor,
  origin: Origin,
): Promise<void> {
  if (!isOperator(account)) throw new ApiError(errors.forbidden);
  const person = { account, session, member: null, claims: { client_id: consoleClientId } };
  const spend = async (factor: Factor | PasskeyUse) => {
    await ports.withSpentCode({ userId: account.id, factor }, () => Promise.resolve(true));
  };
  const { passkey = '', asks } = shown;
  if (passkey !== '') return checkPasskey(ports, person, { ...shown, passkey }, { origin, spend });
  const field = account.totpSecret === null ? 'auth.pass' : 'auth.code';
  const { [field]: given = '' } = shown;
  const isEnough = asks === 'off' || (asks === 'required' && field === 'auth.code');
  if (!isEnough) throw new ApiError(errors.freshCodeRequired, { field: 'passkey' });
  if (given.trim() === '') throw new ApiError(errors.freshCodeRequired, { field });
  const factor = await checkFactorInSession(ports, person, given, { origin, isTotpOnly: true });
  if (factor !== undefined) return spend(factor);
  await confirmPassword(ports, person, { 'auth.pass': given }, origin);
}

function checkPasskey(
  ports: StepUpPorts,
  person: SignedInPerson,
  { passkey: text, challenge }: Pick<ShownFactor, 'challenge'> & { readonly passkey: string },
  { origin, spend }: { readonly origin: Origin; readonly spend: (use: PasskeyUse) => Promise<void> },
): Promise<void> {
  const assertion = readAssertion(text);
  if (assertion === undefined || challenge === undefined)
    throw new ApiError(errors.passkeyInvalid, { field: 'passkey' });
  const event = { event: 'account.totp_check', method: 'passkey', userId: person.account.id } as const;
  return guessInSession(ports, { caller: person, origin, shown: 'code' }, () =>
    logFailure(ports, event, origin, async () =>
      spend(await findUse(ports, person, { assertion, challenge })),
    ),
  );
}

/** What the act is to note of the passkey, which must be the person's own. */
async function findUse(
  ports: StepUpPorts,
  { account }: SignedInPerson,
  shown: { readonly assertion: Assertion; readonly challenge: string },
): Promise<PasskeyUse> {
  const found = await ports.passkeys.find(shown.assertion.id);
  if (found?.account.id !== account.id) throw refusePasskey('no passkey of the account');
  return (await provePasskey(ports, found, shown)).use;
}
