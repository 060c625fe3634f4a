import {
  cleanText,
  html,
  renderErrorSummary,
  renderField,
  renderForm,
  renderLanguages,
  type FieldError,
  type Html,
  type PagePart,
} from '@latchkey/pages';
import type { PageContext } from './page-context.ts';
import type { EnterView } from './page-view.ts';
import { leaveId, readError, renderCredentials } from './render-credentials.ts';
import { renderClientName, renderFacts, renderRights } from './render-request.ts';

const maxCodeLength = 64;

function renderCode(view: EnterView, { messages }: PageContext, error: FieldError | null): Html {
  const words = messages.enter;
  return renderField(
    {
      name: 'user_code',
      label: words.code,
      hint: html`${view.request === null ? words.codeHint : words.codeHintFor}
        <span>${words.codeWarning}</span>`,
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
    <p class="lead">${messages.enter.leadFor}</p>
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
    html`action="${context.logoutPath}" id="${leaveId}"`,
  );
}

function keepCode({ userCode }: EnterView): Record<string, string> {
  const code = cleanText(userCode, maxCodeLength);
  return code === '' ? {} : { user_code: code };
}

/** Renders step 1: the code, the credentials and, for a live code, the request. */
export function renderEnter(view: EnterView, context: PageContext): PagePart {
  const { messages } = context;
  const error = readError(view, context);
  const content = html`${error !== null && renderErrorSummary(error, context.words.errorHeading)}
    <div class="columns">
      <div>${renderIntroduction(view, context)}</div>
      ${renderForm(
        context,
        view.csrf,
        html`${renderCode(view, context, error)} ${renderCredentials(view, context, error)}
          <button class="primary" name="decision" value="continue">${messages.enter.submit}</button>`,
      )}
    </div>
    ${renderLeave(view, context)}`;
  const title =
    error === null ? messages.enter.heading : `${context.words.errorPrefix}: ${messages.enter.heading}`;
  return {
    title,
    content,
    wide: view.request !== null,
    footer: renderLanguages(context, keepCode(view)),
  };
}
