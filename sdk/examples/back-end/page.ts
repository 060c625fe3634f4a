import type { DeviceLogin, FailureReason } from '@latchkey/client';
import QRCode from 'qrcode';

interface Html {
  readonly html: string;
}

/** Fills a template. It escapes text, and leaves what it has made itself as it is. */
function html(strings: TemplateStringsArray, ...values: readonly (string | Html)[]): Html {
  const safe = values.map((value) => (typeof value === 'string' ? escape(value) : value.html));
  return { html: String.raw({ raw: strings }, ...safe) };
}
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function showPage(title: string, content: Html, refreshes = false): string {
  const refresh = refreshes ? html`<meta http-equiv="refresh" content="2" />` : html``;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/style.css" />
        ${refresh}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
  return page.html;
}

const showButton = (action: string, label: string) =>
  html`<form method="post" action="${action}"><button>${label}</button></form>`;

export function showSignIn(): string {
  const note = 'You sign in with Latchkey, so this site never sees your password.';
  return showPage(
    'Sign in',
    html`<p>${note}</p>
      ${showButton('/login', 'Sign in')}`,
  );
}

export function showEnded(): string {
  return showPage(
    'Your session has ended',
    html`<p role="status">You can sign in again.</p>
      ${showButton('/logout', 'Continue')}`,
  );
}

export function showAccount(email: string): string {
  return showPage(
    'You are signed in',
    html`<p>You are <strong>${email}</strong>.</p>
      ${showButton('/logout', 'Sign out')}`,
  );
}

export function showFailure(sentence: string): string {
  return showPage(
    'That did not work',
    html`<p role="alert">${sentence}</p>
      <p><a href="/">Go back</a></p>`,
  );
}

/** A login that is no session yet, its state in words. */
export async function showLogin(login: DeviceLogin): Promise<string> {
  switch (login.status) {
    case 'pending':
      if (login.confirmation === 'asked') return showPage('Type the number', numberForm);
      return showPage('Approve this sign-in', await describePending(login));
    case 'approved_waiting_pickup':
    case 'redeemed': {
      const slow = login.unanswered > 0 ? ' The service has not answered yet, so it is asked again.' : '';
      return showPage('One moment', html`<p role="status">Your sign-in is being completed.${slow}</p>`, true);
    }
    case 'expired':
      return showOver('The code has expired', 'Nobody approved this sign-in in time.');
    case 'failed':
      return showOver('You are not signed in', reasons[login.reason ?? 'invalid_grant']);
  }
}

function showOver(title: string, sentence: string): string {
  return showPage(
    title,
    html`<p role="status">${sentence}</p>
      ${showButton('/login', 'Start again')}`,
  );
}

const numberForm = html`<p>
    You have approved this sign-in. Type the four digits that the approval page shows, if it was you who began
    it. A second wrong number ends it.
  </p>
  <form method="post" action="/continue">
    <label for="number">Number</label>
    <input id="number" name="number" inputmode="numeric" pattern="[0-9]{4}" autocomplete="off" required />
    <button>Continue</button>
  </form>`;

const reasons: Record<FailureReason, string> = {
  access_denied: 'The sign-in was denied on the approval page, or a second number was wrong.',
  answer_lost: 'You approved the sign-in, but its answer was lost on the way here. It cannot be sent again.',
  invalid_grant: 'The sign-in service does not accept this code.',
  invalid_client: 'The sign-in service does not know this site. Please tell its operators.',
  unauthorized_client:
    'The sign-in service does not allow this site to sign you in. Please tell its operators.',
};

async function describePending(login: DeviceLogin): Promise<Html> {
  const { userCode, verificationUri, verificationUriComplete, askedAtMs, expiresAtMs } = login;
  const qr = { html: await QRCode.toString(verificationUriComplete, { type: 'svg' }) };
  const minutes = String(Math.max(0, Math.ceil((expiresAtMs - Date.now()) / 60_000)));
  const note =
    askedAtMs === null
      ? html``
      : html`<p role="status">The approval has not arrived yet. Approve first, then continue.</p>`;
  return html`
    <ol>
      <li>
        <a href="${verificationUriComplete}" target="_blank" rel="noopener">Open the approval page</a>, or
        scan the picture with your phone. You may also type its address:
        <span class="address">${verificationUri}</span>
      </li>
      <li>
        Check that the page shows this code, or type it there: <strong class="code">${userCode}</strong>
      </li>
      <li>Approve, come back here and continue.</li>
    </ol>
    ${note} ${showButton('/continue', 'Continue')}
    <figure role="img" aria-label="QR code of the approval page">${qr}</figure>
    <p>Time left for this code: ${minutes} min</p>
  `;
}
