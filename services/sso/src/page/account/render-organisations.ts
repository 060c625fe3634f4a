import { html, isolateText, type Html } from '@latchkey/pages';
import type { PageContext } from '../page-context.ts';
import type { Section } from './account-view.ts';
import { renderAct, renderPaging } from './render-list.ts';

const maxNameLength = 100;

/** Renders the organisations of the person. */
export function renderOrganisations(
  section: Section & { readonly name: 'organisations' },
  csrf: string,
  context: PageContext,
): Html {
  const words = context.messages.account.organisations;
  if (section.items.length === 0 && !section.isLater) return html`<p class="lead">${words.none}</p>`;
  const items = section.items.map(
    ({ id, name, slug, role }) =>
      html`<li class="item">
        <h2>${isolateText(name === '' ? slug : name, maxNameLength)}</h2>
        <p class="hint">${isolateText(slug, maxNameLength)}, ${words.roles[role]}</p>
        <div class="acts">
          ${renderAct(context, csrf, { act: 'leave_org', label: words.leave, fields: { id } })}
        </div>
      </li> `,
  );
  return html`<ul class="items">
      ${items}
    </ul>
    ${renderPaging(section, context)}`;
}
