import { cleanText, html, isolateText, type Html } from '@latchkey/pages';
import type { RegisteredBy } from '../../oauth/client/client.ts';
import type { Messages } from './locales/en.ts';

const maxNameLength = 100;
export const maxAccountLength = 254;

/** Renders the client's name, cleaned, cut and isolated; a name without visible characters is replaced by a text. */
export function renderClientName(clientName: string, messages: Messages): Html {
  const named = cleanText(clientName, maxNameLength) !== '';
  return html`<strong class="client"
    >${named ? isolateText(clientName, maxNameLength) : messages.unnamedClient}</strong
  >`;
}

export function renderAccount(account: string): Html {
  return html`<strong class="account">${isolateText(account, maxAccountLength)}</strong>`;
}

/**
 * What others say of themselves, such as the name of a device or of an org, in quotation marks: it never looks like what
 * the page says. Source: contract part 0 "Theme".
 */
export function renderQuoted(text: string, maxLength: number, { doors }: Pick<Messages, 'doors'>): Html {
  return doors.quote(isolateText(text, maxLength));
}

/** Renders whose client it is: what the installation vouches for, an org, or anybody. */
export function renderOwner({ kind, name }: RegisteredBy, messages: Messages): Html {
  const { request } = messages;
  if (kind === 'installation') return html`${request.byInstallation}`;
  if (kind === 'org' && name !== null) return request.byOrg(renderQuoted(name, maxNameLength, messages));
  const shown = name !== null && isolateText(name, maxAccountLength);
  return html`${request.byPerson}${shown && html` <span class="whole">(${shown})</span>`}`;
}
