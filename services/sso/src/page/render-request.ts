import { cleanText, isolateText } from './clean-text.ts';
import { formatAge, formatTimeOfDay, summariseUserAgent } from './describe-request.ts';
import { html, type Html } from './html.ts';
import type { Messages } from './messages.ts';
import type { PageContext } from './page-context.ts';
import type { RequestFacts } from './page-view.ts';

const maxNameLength = 100;
const maxScopeLength = 80;
const maxAddressLength = 64;
const maxAccountLength = 254;

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

function renderScope(scope: string, { scopes }: Messages): Html | string {
  switch (scope) {
    case 'openid':
    case 'profile':
    case 'email':
    case 'groups':
    case 'offline_access':
      return scopes[scope];
    default:
      return scopes.other(html`<code>${isolateText(scope, maxScopeLength)}</code>`);
  }
}

/** Renders the scopes in words. A scope without a text is shown by its name. */
export function renderScopes(scopes: readonly string[], messages: Messages): Html {
  if (scopes.length === 0) return html``;
  return html`<p class="lead-in">${messages.request.scopesLead}</p>
    <ul class="scopes">
      ${scopes.map((scope) => html`<li>${renderScope(scope, messages)}</li> `)}
    </ul>`;
}

function renderOrigin({ address, userAgent }: RequestFacts): Html {
  const agent = summariseUserAgent(userAgent ?? '');
  return html`${isolateText(address, maxAddressLength)}${
    agent !== '' && html` <span class="aside">(<bdi translate="no">${agent}</bdi>)</span>`
  }`;
}

function renderTime({ requestedAtMs }: RequestFacts, { messages, nowMs }: PageContext): Html {
  const { tag } = messages;
  return html`<time datetime="${new Date(requestedAtMs).toISOString()}"
      >${formatAge(tag, requestedAtMs, nowMs)}</time
    >
    <span class="aside">(${formatTimeOfDay(tag, requestedAtMs)})</span>`;
}

/** Renders when and from where the request came and, if given, the account. */
export function renderFacts(request: RequestFacts, context: PageContext, account?: string): Html {
  const labels = context.messages.request;
  return html`<dl class="facts">
    ${
      account !== undefined &&
      html`<dt>${labels.account}</dt>
        <dd>${isolateText(account, maxAccountLength)}</dd>`
    }
    <dt>${labels.requestedAt}</dt>
    <dd>${renderTime(request, context)}</dd>
    <dt>${labels.requestedFrom}</dt>
    <dd>${renderOrigin(request)}</dd>
  </dl>`;
}
