import { cleanText, html, isolateText, renderLink, type Html } from '@latchkey/pages';
import type { PageContext } from '../page-context.ts';
import { renderQuoted } from '../render-names.ts';
import type { SectionOf } from './account-view.ts';
import { pathOf } from './path-of.ts';
import type { SectionName } from './section-names.ts';
import { renderAct, type FormContext } from './sign-in-fields.ts';

const maxNameLength = 100;
/** From here on the overview warns of recovery codes that run out. */
const fewCodes = 3;

type Overview = SectionOf<'overview'>;

/** What the person should look at, each with what to do about it. */
function listAttention(section: Overview, context: FormContext): Html[] {
  const { messages } = context;
  const words = messages.account.overview;
  const link = (name: SectionName, label: string) => renderLink(context, pathOf(name), label);
  const { count, isMore } = section.invitations;
  return [
    !section.email_verified &&
      html`${words.unverified}
      ${renderAct(context, { act: 'ask_confirmation', label: words.askConfirmation })}`,
    count > 0 && link('organisations', words.invitations(isMore ? `${count}+` : String(count))),
    !section.mfa && html`${words.codesHint} ${link('one_time_codes', messages.account.signIn.begin)}`,
    section.mfa &&
      section.recovery_codes_left <= fewCodes &&
      html`${words.recoveryFew(section.recovery_codes_left)}
      ${link('recovery_codes', messages.account.signIn.makeRecovery)}`,
    section.device_sign_in === 'off' &&
      html`${words.devicesOff} ${link('new_devices', messages.account.signIn.allowDevices)}`,
  ].filter((one) => one !== false);
}

function renderOrgs({ orgs }: Overview, { messages }: PageContext): Html | false {
  const names = orgs.items.map(({ name, slug }) =>
    renderQuoted(name === '' ? slug : name, maxNameLength, messages),
  );
  if (names.length === 0) return false;
  return html`<dt>${messages.account.sections.organisations}</dt>
    <dd>
      ${names.map((name, index) => html`${index > 0 && ', '}${name}`)}${orgs.next_cursor !== null && ', …'}
    </dd>`;
}

/** Renders who the person is, their organisations, and what needs attention. */
export function renderOverview(section: Overview, context: FormContext): Html {
  const { messages } = context;
  const { overview, sections } = messages.account;
  const { user, mfa, device_sign_in: devices } = section;
  const attention = listAttention(section, context);
  return html`<dl class="facts">
      ${
        cleanText(user.name, 1) !== '' &&
        html`<dt>${overview.name}</dt>
          <dd>${isolateText(user.name, maxNameLength)}</dd>`
      }
      <dt>${overview.email}</dt>
      <dd>${isolateText(user.email, 254)}</dd>
      ${renderOrgs(section, context)}
      <dt>${sections.one_time_codes}</dt>
      <dd>${mfa ? overview.on : overview.off}</dd>
      ${
        mfa &&
        html`<dt>${sections.recovery_codes}</dt>
          <dd>${overview.recoveryLeft(section.recovery_codes_left)}</dd>`
      }
      <dt>${sections.new_devices}</dt>
      <dd>${devices === 'on' ? overview.allowed : overview.notAllowed}</dd>
    </dl>
    ${
      attention.length > 0 &&
      html`<h2>${overview.attention}</h2>
        <ul class="entries">
          ${attention.map((one) => html`<li>${one}</li> `)}
        </ul>`
    }
    <p class="paging">${renderLink(context, '/device_login', overview.connect)}</p>`;
}
