import {
  cleanText,
  html,
  renderField,
  renderForm,
  renderLanguages,
  type FieldError,
  type Html,
  type PagePart,
} from '@latchkey/pages';
import type { PageContext } from './page-context.ts';
import type { EnterView } from './page-view.ts';
import { leaveId, readError, renderCredentials, renderDoorButtons } from './render-credentials.ts';
import { renderClientName } from './render-names.ts';
import { renderFacts, renderRights } from './render-request.ts';

const maxCodeLength = 64;

function renderCode(view: EnterView, { messages }: PageContext, error: FieldError | null): Html {
  const words = messages.enter;
  return renderField(
    {
      name: 'user_code',
      label: words.code,
      hint: view.request === null ? words.codeHint : words.codeHintFor,
      attributes: html`class="code" type="text" value="${cleanText(view.userCode, maxCodeLength)}" required
      autocomplete="off" autocapitalize="characters" autocorrect="off" spellcheck="false" translate="no"
      enterkeyhint="next"`,
    },
    error,
  );
}

function renderIntroduction(view: EnterView, context: PageContext): Html {
  const { messages } = context;
  if (view.request === null) {
    return html`<h1>${messages.enter.heading}</h1>
      <p class="lead">${messages.enter.lead}</p>`;
  }
  return html`<h1>${messages.enter.headingFor(renderClientName(view.request.clientName, messages))}</h1>
    <div class="request">
      ${renderRights(view.request, context, true)} ${renderFacts(view.request, context)}
    </div>`;
}

/** With a browser session, a second form: sign out and return with the same code. */
function renderLeave(view: EnterView, context: PageContext): Html {
  if (view.account === null) return html``;
  const code = cleanText(view.userCode, maxCodeLength);
  return renderForm(
    context,
    view.csrf,
    html`<input type="hidden" name="next" value="device_login" />
      <input type="hidden" name="user_code" value="${code}" />`,
    html`action="/logout" id="${leaveId}"`,
  );
}

function keepCode({ userCode }: EnterView): Record<string, string> {
  const code = cleanText(userCode, maxCodeLength);
  return code === '' ? {} : { user_code: code };
}

function renderSubmit({ messages }: PageContext): Html {
  return html`<button class="primary" name="decision" value="continue">${messages.enter.submit}</button>`;
}

/** The page of the code and, for a live one that came in the address, of the request. */
function renderCodePage(view: EnterView, context: PageContext, error: FieldError | null): PagePart {
  const content = html`<div class="columns">
    <div>${renderIntroduction(view, context)}</div>
    ${renderForm(
      context,
      view.csrf,
      html`${renderCode(view, context, error)} ${renderSubmit(context)}
        <p class="hint under">${context.messages.enter.codeWarning}</p>`,
    )}
  </div>`;
  const footer = renderLanguages(context, { query: keepCode(view) });
  return { title: context.messages.enter.heading, content, wide: view.request !== null, footer };
}

/** The page of the credentials: it says who asks, before a password is typed. */
function renderCredentialsPage(view: EnterView, context: PageContext, error: FieldError | null): PagePart {
  const { messages } = context;
  const client = renderClientName(view.request?.clientName ?? '', messages);
  const content = html`<h1>${messages.enter.headingFor(client)}</h1>
    <p class="lead">${view.account === null ? messages.enter.leadFor : messages.enter.leadSignedIn}</p>
    ${renderForm(
      context,
      view.csrf,
      html`<input type="hidden" name="user_code" value="${view.userCode}" />
        ${renderCredentials(view, context, error, renderSubmit(context))}
        ${view.account === null && renderDoorButtons(context)}`,
    )}
    ${renderLeave(view, context)}`;
  const title = view.account === null ? messages.account.login.heading : messages.confirm.title;
  return { title, content };
}

/** Renders step 1: the code, or the credentials. */
export function renderEnter(view: EnterView, context: PageContext): PagePart {
  const error = readError(view, context);
  const render = view.asks === 'code' ? renderCodePage : renderCredentialsPage;
  const page = render(view, context, error);
  return error === null ? page : { ...page, title: `${context.words.errorPrefix}: ${page.title}` };
}
