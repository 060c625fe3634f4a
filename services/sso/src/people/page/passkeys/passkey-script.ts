/** Where this script is, under the public address of the service. */
export const passkeyScriptPath = '/passkey.js';

/**
 * The script of the pages that offer passkeys. It shows the button, which is hidden until then, asks the browser for a
 * passkey as the page has the options, and sends the form with the answer. Where the page signs in, the browser offers
 * passkeys in the field of the address too, until the button is used. Without it the pages work by password. The answer is
 * written by hand, since browsers have toJSON only since 2025.
 */
export const passkeyScript = `const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

function readOptions(place) {
  const { challenge, user, excludeCredentials = [], ...rest } = JSON.parse(place.dataset.options);
  return {
    ...rest,
    challenge: toBytes(challenge),
    ...(user && { user: { ...user, id: toBytes(user.id) } }),
    ...(user && { excludeCredentials: excludeCredentials.map((one) => ({ ...one, id: toBytes(one.id) })) }),
  };
}

function send(form, { id, rawId, type, response }) {
  const names = ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle', 'attestationObject'];
  const parts = names.flatMap((name) => (response[name] ? [[name, toText(response[name])]] : []));
  const answer = { id, rawId: toText(rawId), type, response: Object.fromEntries(parts) };
  form.elements.passkey.value = JSON.stringify(answer);
  form.submit();
}

function offer(place) {
  place.hidden = false;
  const { passkey: act, options } = place.dataset;
  if (options === undefined) return;
  const form = place.closest('form');
  const problem = place.querySelector('[role="status"]');
  const publicKey = readOptions(place);
  let waiting = new AbortController();
  place.querySelector('button').addEventListener('click', async () => {
    if (!form.noValidate && act === 'create' && !form.reportValidity()) return;
    waiting.abort();
    waiting = new AbortController();
    problem.hidden = true;
    try {
      send(form, await navigator.credentials[act]({ publicKey, signal: waiting.signal }));
    } catch (error) {
      if (error.name !== 'AbortError') problem.hidden = false;
    }
  });
  if (act === 'get') offerInField(form, publicKey, waiting.signal);
}

async function offerInField(form, publicKey, signal) {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  try {
    send(form, await navigator.credentials.get({ mediation: 'conditional', publicKey, signal }));
  } catch {
    // The person has chosen another way.
  }
}

if (window.PublicKeyCredential !== undefined)
  for (const place of document.querySelectorAll('[data-passkey]')) offer(place);
`;
