import { html, isolateText, type Html } from '@latchkey/pages';
import { renderQuoted } from '../render-names.ts';
import type { InvitationItem, SectionOf } from './account-view.ts';
import { renderDate, renderPaging } from './render-list.ts';
import { renderAct, type FormContext } from './sign-in-fields.ts';

const [maxNameLength, maxAddressLength] = [100, 254];

function renderInvitation(invitation: InvitationItem, context: FormContext): Html {
  const words = context.messages.account.organisations;
  const { invite: id, org, role, invited_by: inviter } = invitation;
  return html`<li class="item">
    <h3>${renderQuoted(org.name === '' ? org.slug : org.name, maxNameLength, context.messages)}</h3>
    <dl class="facts">
      <dt>${words.role}</dt>
      <dd>${words.roles[role]}</dd>
      <dt>${words.invitedBy}</dt>
      <dd>
        ${renderQuoted(inviter.name, maxNameLength, context.messages)}
        ${inviter.email !== null && html`(${isolateText(inviter.email, maxAddressLength)})`}
      </dd>
      <dt>${words.until}</dt>
      <dd>${renderDate(invitation.expires_at, context)}</dd>
    </dl>
    <div class="acts">
      ${renderAct(context, { act: 'accept_invitation', label: words.accept, fields: { id } })}
      ${renderAct(context, { act: 'decline_invitation', label: words.decline, fields: { id } })}
    </div>
  </li> `;
}

function renderInvitations(invitations: readonly InvitationItem[], context: FormContext): Html | false {
  if (invitations.length === 0) return false;
  return html`<h2>${context.messages.account.organisations.invitations}</h2>
    <ul class="items">
      ${invitations.map((one) => renderInvitation(one, context))}
    </ul>`;
}

export function renderOrganisations(section: SectionOf<'organisations'>, context: FormContext): Html {
  const words = context.messages.account.organisations;
  const invitations = renderInvitations(section.invitations, context);
  if (section.items.length === 0 && !section.isLater)
    return html`<p class="lead">${words.none}</p>
      ${invitations}`;
  const items = section.items.map(
    ({ id, name, slug, role }) =>
      html`<li class="item">
        <h2>${renderQuoted(name === '' ? slug : name, maxNameLength, context.messages)}</h2>
        <p class="hint">${isolateText(slug, maxNameLength)}, ${words.roles[role]}</p>
        <div class="acts">
          ${renderAct(context, { act: 'leave_org', label: words.leave, fields: { id } })}
        </div>
      </li> `,
  );
  return html`<ul class="items">
      ${items}
    </ul>
    ${renderPaging(section, context)} ${invitations}`;
}
