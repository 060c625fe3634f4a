import { withoutSlash } from '@latchkey/contracts';
import { html, isolateText, summariseUserAgent, warningIcon, type Frame, type Html } from '@latchkey/pages';
import type { Api } from '../../oauth/client/api.ts';
import type { AdminRefusal } from '../../oauth/token/rights.ts';
import { formatAge, formatTimeOfDay } from './format-time.ts';
import type { Messages } from './locales/en.ts';
import type { PageContext } from './page-context.ts';
import type { RequestFacts } from './page-view.ts';
import { maxAccountLength, renderOwner, renderQuoted } from './render-names.ts';

const maxScopeLength = 80;
const maxWordsLength = 200;
const maxAddressLength = 64;
const maxDeviceLength = 64;
const maxAudienceLength = 80;

/** The words of the first API that has the scope, in the language of the page, else in English. */
function wordScope(scope: string, apis: readonly Api[], { tag }: Frame['words']): string | undefined {
  const words = apis.flatMap(({ scopes }) => scopes).find(({ name }) => name === scope)?.words;
  const [language = tag] = tag.split('-');
  return words?.[tag] ?? words?.[language] ?? words?.['en'];
}

function renderScope(
  scope: string,
  { messages, words: frameWords, apis }: Pick<PageContext, 'messages' | 'words' | 'apis'>,
): Html | string {
  const { scopes } = messages;
  switch (scope) {
    case 'identity':
    case 'openid':
    case 'profile':
    case 'email':
    case 'groups':
    case 'offline_access':
    case 'account':
    case 'clients':
    case 'orgs':
      return scopes[scope];
    case 'admin':
      return html`${warningIcon}<strong>${scopes.admin}</strong>`;
    default: {
      const words = wordScope(scope, apis, frameWords);
      if (words !== undefined) return isolateText(words, maxWordsLength);
      return scopes.other(html`<code>${isolateText(scope, maxScopeLength)}</code>`);
    }
  }
}

/** Of more scopes than these only the first are shown on a phone, so that the form stays in sight. */
const [unfoldedScopes, firstScopes] = [5, 3];

/** Scopes that are one right to a person. */
const identityScopes = ['openid', 'profile', 'email'];

type RightsContext = Pick<PageContext, 'messages' | 'words' | 'apis'>;

/** The scopes in words, admin apart. A scope without a text is shown by its name. */
function wordScopes(scopes: readonly string[], context: RightsContext) {
  const isAdmin = scopes.includes('admin');
  // Operator power ends with its access token: such a device does not stay.
  const hidden = isAdmin ? ['admin', 'offline_access'] : [];
  const isWhole = identityScopes.every((scope) => scopes.includes(scope));
  const shown = isWhole ? ['identity', ...scopes.filter((scope) => !identityScopes.includes(scope))] : scopes;
  const others = shown.filter((scope) => !hidden.includes(scope)).map((scope) => renderScope(scope, context));
  const admin = isAdmin && html`<li class="admin">${renderScope('admin', context)}</li> `;
  return { admin, others };
}

function renderItems(...items: readonly (Html | string | false)[]): Html {
  return html`<ul class="scopes">
    ${items}
  </ul>`;
}

type Rights = Pick<RequestFacts, 'scopes' | 'audiences'>;
type DropContext = RightsContext & Pick<PageContext, 'dropUrl'>;

/** Whether these audiences give the right to drops. */
export function givesDrops(audiences: readonly string[], { dropUrl }: Pick<PageContext, 'dropUrl'>): boolean {
  return audiences.some((audience) => withoutSlash(audience) === withoutSlash(dropUrl));
}

/** All rights in words: admin, and the others. */
function listRights({ scopes, audiences }: Rights, context: DropContext) {
  const { admin, others } = wordScopes(scopes, context);
  const drops = givesDrops(audiences, context) ? [context.messages.scopes.drops] : [];
  return { admin, items: [...others, ...drops].map((item) => html`<li>${item}</li> `) };
}

/** Renders rights in words, admin first. */
export function renderScopes(rights: Rights, context: DropContext): Html {
  const { admin, items } = listRights(rights, context);
  return renderItems(admin, ...items);
}

/**
 * Renders what the request would allow: its scopes in words, admin first and apart, and what the audience of drop gives.
 * `isFoldable`: a long list is folded on a phone, and admin never is. Source: contract part 1 "Approval page".
 */
export function renderRights(rights: Rights, context: DropContext, isFoldable = false): Html {
  const { messages } = context;
  if (rights.scopes.length === 0 && !givesDrops(rights.audiences, context)) return html``;
  const { admin, items } = listRights(rights, context);
  const lead = html`<p class="lead-in">${messages.request.scopesLead}</p>`;
  if (!isFoldable || items.length <= unfoldedScopes) return html`${lead} ${renderItems(admin, ...items)}`;
  const rest = items.slice(firstScopes);
  return html`${lead} ${renderItems(admin, ...items.slice(0, firstScopes))}
    <details class="unfolds">
      <summary>${messages.request.scopesFold(rest.length)}</summary>
      ${renderItems(...rest)}
    </details>`;
}

/** Renders why the person does not get the scope admin that is asked for; nothing when there is no such reason. */
export function renderAdminRefusal(refusal: AdminRefusal | undefined, { adminRefused }: Messages): Html {
  return html`${refusal !== undefined && html`<p class="refused">${adminRefused[refusal]}</p>`}`;
}

/** The name of an audience as the installation has it, else that of its API, else its host, else itself. */
function nameAudience(
  audience: string,
  { audienceNames, apis }: Pick<PageContext, 'audienceNames' | 'apis'>,
): string {
  const address = withoutSlash(audience);
  const named = audienceNames.get(address) ?? apis.find((api) => api.audience === address)?.name;
  if (named !== undefined) return named;
  return URL.canParse(audience) ? new URL(audience).host || audience : audience;
}

export function renderAudiences(
  audiences: readonly string[],
  context: Pick<PageContext, 'audienceNames' | 'apis'>,
): Html {
  const shown = [...new Set(audiences.map((audience) => nameAudience(audience, context)))];
  return html`${shown.map((name, index) => html`${index > 0 && ', '}${isolateText(name, maxAudienceLength)}`)}`;
}

/** Where the request came from, in words: what the device and its program call themselves, and the network. */
function renderOrigin(
  { address, userAgent, isSameNetwork, deviceName }: RequestFacts,
  messages: Messages,
): Html {
  const { request } = messages;
  const program = summariseUserAgent(userAgent ?? '');
  const shown = isolateText(address, maxAddressLength);
  const network = isSameNetwork === true ? request.sameNetwork : request.otherNetwork;
  const lines = [
    deviceName !== undefined && request.fromDevice(renderQuoted(deviceName, maxDeviceLength, messages)),
    program !== '' && request.fromProgram(html`<bdi translate="no">${program}</bdi>`),
    isSameNetwork === undefined ? shown : html`${network} <span class="aside">(${shown})</span>`,
  ];
  return html`${lines.map((line) => line !== false && html`<span class="line">${line}</span> `)}`;
}

function renderTime({ requestedAtMs }: RequestFacts, { words, nowMs }: PageContext): Html {
  const { tag } = words;
  return html`<time datetime="${new Date(requestedAtMs).toISOString()}"
      >${formatAge(tag, requestedAtMs, nowMs)}</time
    >
    <span class="aside">(${formatTimeOfDay(tag, requestedAtMs)})</span>`;
}

/** Renders the account, if given, and from where the request came; folded on a phone, the rest of what is known of it. */
export function renderFacts(request: RequestFacts, context: PageContext, account?: string): Html {
  const labels = context.messages.request;
  return html`<dl class="facts">
      ${
        account !== undefined &&
        html`<dt>${labels.account}</dt>
          <dd>${isolateText(account, maxAccountLength)}</dd>`
      }
      <dt>${labels.requestedFrom}</dt>
      <dd>${renderOrigin(request, context.messages)}</dd>
      ${
        request.visitorAddress !== undefined &&
        html`<dt>${labels.visitorFrom}</dt>
          <dd>${isolateText(request.visitorAddress, maxAddressLength)}</dd>`
      }
    </dl>
    <details class="unfolds more">
      <summary>${labels.details}</summary>
      <dl class="facts">
        <dt>${labels.requestedAt}</dt>
        <dd>${renderTime(request, context)}</dd>
        <dt>${labels.registered}</dt>
        <dd>${renderOwner(request.registeredBy, context.messages)}</dd>
        ${
          request.audiences.length > 0 &&
          html`<dt>${labels.worksAt}</dt>
            <dd>${renderAudiences(request.audiences, context)}</dd>`
        }
      </dl>
    </details>`;
}
