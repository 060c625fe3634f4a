import { html, type Html } from '@latchkey/pages';
import type { PasskeyOffer } from '../../sign-in/passkey.ts';
import type { PageContext } from '../page-context.ts';

/** How long a person may look for their key, in milliseconds; longer than most need, shorter than a challenge is good. */
const timeout = 300_000;

interface Ceremony {
  readonly act: 'get' | 'create';
  readonly offer: PasskeyOffer;
  /** What the browser is asked for beside the challenge. */
  readonly options: object;
  readonly label: string;
  /** Said where no passkey came. */
  readonly problem: string;
}

/** The part of a form that a passkey fills in. Without the script of the page nothing of it is seen. */
export function renderCeremony({ act, offer, options, label, problem }: Ceremony): Html {
  const { challenge, begun } = offer;
  const json = JSON.stringify({ challenge, timeout, ...options });
  return html`<input type="hidden" name="passkey" value="" />
    <input type="hidden" name="passkey_begun" value="${begun}" />
    <div class="passkey" data-passkey="${act}" data-options="${json}" hidden>
      <button class="${act === 'get' ? 'second' : 'primary'}" type="button">${label}</button>
      <p class="error" role="status" hidden>${problem}</p>
    </div>`;
}

/** The button beside the password. Source: contract part 1 "Passkeys". */
export function renderPasskeySignIn(offer: PasskeyOffer | undefined, { messages }: PageContext): Html {
  if (offer === undefined) return html``;
  const { signIn: label, notUsed: problem } = messages.passkeys;
  const options = { rpId: offer.rpId, userVerification: 'required' };
  return renderCeremony({ act: 'get', offer, options, label, problem });
}
