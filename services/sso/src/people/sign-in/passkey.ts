import { challengeSeconds } from '@latchkey/contracts';
import { signForBrowser } from '@latchkey/pages';

/** What a form gives to a browser that has passkeys. */
export interface PasskeyOffer {
  /** What the passkey signs, in base64url. */
  readonly challenge: string;
  /** When the form was made, as the form sends it back: in milliseconds since the epoch. */
  readonly begun: string;
  /** The host that the passkeys of this installation are for. */
  readonly rpId: string;
}

/** Where passkeys are used at all, and when. */
export interface PasskeyPlace {
  readonly rpId: string;
  readonly nowMs: number;
}

/** The browser that a form is of. */
interface Browser {
  readonly browserSecret: string;
  readonly passkeys?: PasskeyPlace | undefined;
}

/**
 * The challenge of a form: an HMAC of its id and its time under the secret of the browser, so that nothing is stored. No
 * other form, browser or time has it. Source: contract part 1 "Passkeys".
 */
function challengeOf(browserSecret: string, formId: string, begun: string): string {
  return signForBrowser(browserSecret, 'passkey', formId, begun);
}

/** What the form with this id offers; undefined where there are no passkeys. */
export function offerPasskey({ browserSecret, passkeys }: Browser, formId: string): PasskeyOffer | undefined {
  if (passkeys === undefined) return undefined;
  const begun = String(passkeys.nowMs);
  return { challenge: challengeOf(browserSecret, formId, begun), begun, rpId: passkeys.rpId };
}

/** The challenge of a form that came back; undefined once it is over, and where there are no passkeys. */
export function readChallenge(
  { browserSecret, passkeys }: Browser,
  formId: string,
  begun: string,
): string | undefined {
  if (passkeys === undefined || !/^\d{1,15}$/.test(begun)) return undefined;
  const ageMs = passkeys.nowMs - Number(begun);
  const isGood = ageMs >= 0 && ageMs < challengeSeconds * 1000;
  return isGood ? challengeOf(browserSecret, formId, begun) : undefined;
}
