import {
  ApiError,
  challengeSeconds,
  isUuid,
  mostPasskeys,
  rpIdOf,
  type PasskeyAsk,
} from '@latchkey/contracts';
import { accountClientId } from '@latchkey/tokens';
import { isOperator } from '../../accounts/account.ts';
import type { Passkey, PasskeyStore } from '../../accounts/passkey.ts';
import { assertInTime, errors } from '../../errors.ts';
import { createEntry } from '../../request-log/log-event.ts';
import type { Origin } from '../../request-log/request-log.ts';
import type { Caller } from '../../sessions/session.ts';
import type { FreshPorts, ShownAgain } from '../../signing-in/act-freshly.ts';
import { actWithCode } from '../../signing-in/act-with-code.ts';
import { confirmPassword } from '../../signing-in/password/confirm-password.ts';
import type { TextSealer } from '../../signing-in/totp/text-sealer.ts';
import { readRegistration, verifyRegistration } from '../../signing-in/webauthn.ts';

interface PasskeyPorts extends FreshPorts<PasskeyStores> {
  readonly secrets: TextSealer;
  readonly ssoUrl: string;
  randomBytes(size: number): Uint8Array;
}

interface PasskeyStores {
  readonly passkeys: PasskeyStore;
}

/** What a person showed before the browser makes the passkey, sealed for that person: one passkey is added by it. */
interface Begun {
  /** Of the passkey to be. */
  readonly id: string;
  readonly sid: string;
  readonly handle: string;
  /** How many passkeys the account has at most then. */
  readonly most: number;
  readonly until: number;
}

const recentMs = 300_000;

/** Whether a caller is an operator whose power only a passkey gives, as sso says in the token of its page. */
function needsPasskey({ account, claims }: Caller): boolean {
  return isOperator(account) && claims.operator_mfa === 'passkey';
}

/** Whether a caller has signed in by a passkey just now, at sso's page. */
function hasShownPasskey({ claims, session }: Caller, nowMs: number): boolean {
  const { client_id: clientId, amr = [] } = claims;
  const isByPasskey = amr.includes('hwk') || amr.includes('swk');
  const openedMs = session.kind === 'root' ? (session.createdAt?.getTime() ?? 0) : 0;
  return clientId === accountClientId && isByPasskey && nowMs - openedMs < recentMs;
}

/**
 * What a person shows before a passkey is added: the password, with a code where the account has them. An operator who
 * needs passkeys signs in by one first, and then shows nothing more; the first is added within an hour of replacing a
 * first password, and after that only a reset helps.
 */
export async function findPasskeyAsk(
  ports: PasskeyPorts,
  caller: Caller,
  existing: readonly Passkey[],
): Promise<PasskeyAsk> {
  const { account } = caller;
  const nowMs = ports.now();
  const byPassword = account.totpSecret === null ? 'password' : 'code';
  if (!needsPasskey(caller)) return byPassword;
  if (existing.length > 0) return hasShownPasskey(caller, nowMs) ? 'nothing' : 'passkey';
  const until = await ports.passkeys.findFirstUntil(account.id);
  return (until?.getTime() ?? 0) > nowMs ? byPassword : 'reset';
}

/** What the account page gives the browser to make a passkey with. */
interface Beginning {
  readonly begun: string;
  readonly handle: string;
  readonly existing: readonly Passkey[];
}

/**
 * Begins to add a passkey, once the caller has shown what is asked for; a code is spent by it. Throws missing_field,
 * invalid_credentials, throttled, forbidden, state_conflict. Source: contract part 2 "Passkeys".
 */
export async function beginPasskey(
  ports: PasskeyPorts,
  caller: Caller,
  shown: ShownAgain,
  origin: Origin,
): Promise<Beginning> {
  assertPage(ports, caller);
  const { id: userId } = caller.account;
  const existing = await ports.passkeys.list(userId);
  if (existing.length >= mostPasskeys) throw new ApiError(errors.passkeyTaken);
  const asked = await findPasskeyAsk(ports, caller, existing);
  if (asked === 'passkey' || asked === 'reset') throw new ApiError(errors.passkeyNeeded);
  const fresh = Buffer.from(ports.randomBytes(32)).toString('base64url');
  const open = ({ passkeys }: PasskeyStores) => passkeys.openHandle(userId, fresh);
  if (asked === 'password') await confirmPassword(ports, caller, shown, origin);
  const act = { caller, shown, origin };
  const handle = await (asked === 'code' ? actWithCode(ports, act, open) : open(ports));
  if (handle === undefined) throw new ApiError(errors.stateConflict);
  const isOnly = needsPasskey(caller) && existing.length === 0;
  const begun: Begun = {
    id: ports.newId(),
    sid: caller.session.id,
    handle,
    most: isOnly ? 1 : mostPasskeys,
    until: ports.now() + challengeSeconds * 1000,
  };
  return { begun: ports.secrets.seal(JSON.stringify(begun), ownerOf(userId)), handle, existing };
}

const ownerOf = (userId: string) => `passkey of ${userId}`;

/** Only sso's account page may: it knows the challenge. Answers the host that passkeys are for. */
function assertPage({ ssoUrl }: Pick<PasskeyPorts, 'ssoUrl'>, { claims }: Caller): string {
  const rpId = rpIdOf(ssoUrl);
  if (rpId === undefined) throw new ApiError(errors.passkeysOff);
  if (claims.client_id !== accountClientId) throw new ApiError(errors.pageOnly);
  return rpId;
}

interface Made {
  readonly begun: string;
  readonly challenge: string;
  readonly passkey: string;
  readonly name: string;
}

/**
 * Adds the passkey that the browser has made, and answers its id. Throws invalid_value, forbidden, state_conflict.
 * Source: contract part 2 "Passkeys".
 */
export async function addPasskey(
  ports: PasskeyPorts,
  caller: Caller,
  { begun: sealed, challenge, passkey: text, name }: Made,
  origin: Origin,
): Promise<string> {
  const { account, session } = caller;
  const rpId = assertPage(ports, caller);
  const begun = openBegun(ports, account.id, sealed);
  if (begun === undefined || begun.sid !== session.id || begun.until <= ports.now())
    throw new ApiError(errors.passkeyNotBegun);
  const registration = readRegistration(text);
  if (registration === undefined) throw new ApiError(errors.passkeyInvalid, { field: 'passkey' });
  const ceremony = { challenge, origin: new URL(ports.ssoUrl).origin, rpId };
  const made = await verifyRegistration(registration, ceremony);
  if ('refused' in made)
    throw new ApiError(errors.passkeyRefused, { field: 'passkey', detail: made.refused });
  const row = createEntry(ports, { event: 'passkey.added', userId: account.id }, origin);
  const { id, handle, most } = begun;
  const times = { createdAt: row.createdAt, lastUsedAt: null };
  const passkey: Passkey = { id, userId: account.id, ...made, rpId, name, ...times };
  assertInTime(origin);
  if (!(await ports.passkeys.add(passkey, { account, handle, most, row })))
    throw new ApiError(errors.passkeyTaken);
  return id;
}

/** Undefined for a text that is none of ours, or of another account. */
function openBegun(
  { secrets }: Pick<PasskeyPorts, 'secrets'>,
  userId: string,
  sealed: string,
): Begun | undefined {
  try {
    return JSON.parse(secrets.open(sealed, ownerOf(userId))) as Begun;
  } catch {
    return undefined;
  }
}

/**
 * Removes a passkey of the caller. What it opened stays. Throws not_found, and forbidden for an operator who is not on
 * sso's account page, or needs a passkey and has not signed in by one just now.
 */
export async function removePasskey(
  ports: PasskeyPorts,
  caller: Caller,
  id: string,
  origin: Origin,
): Promise<void> {
  const { account, claims } = caller;
  const isElsewhere = isOperator(account) && claims.client_id !== accountClientId;
  const lacksOne = needsPasskey(caller) && !hasShownPasskey(caller, ports.now());
  if (isElsewhere || lacksOne) throw new ApiError(errors.passkeyNeeded);
  const row = createEntry(ports, { event: 'passkey.removed', userId: account.id }, origin);
  const isRemoved = isUuid(id) && (await ports.passkeys.remove(account.id, id, row));
  if (!isRemoved) throw new ApiError(errors.notFound, { field: 'id' });
}
