import { formatWait, html, renderLanguages, renderLink, type Html, type PagePart } from '@latchkey/pages';
import type { DoorName } from '../../sign-in/door-link.ts';
import type { PageContext } from '../page-context.ts';
import { renderAccount } from '../render-names.ts';
import { renderSaying, type Saying } from '../render-saying.ts';
import type { DoorView } from './door-view.ts';
import { renderAsk, renderForPerson, renderNewPassword } from './render-door-form.ts';

/** A link that looks like a button. */
function renderNext(path: string, label: string, context: PageContext): Html {
  return html`<p>${renderLink(context, path, label, 'restart')}</p>`;
}

/** Where a person goes on to; who has just put an address back has no password. */
function renderOnward(door: DoorName, context: PageContext): Html {
  const { account, doors } = context.messages;
  return door === 'restore'
    ? renderNext('/reset', doors.ask.reset.heading, context)
    : renderNext('/account', account.menu, context);
}

function renderSent(view: DoorView & { readonly state: 'sent' }, context: PageContext): Saying {
  const { sent, goOn } = context.messages.doors;
  const say = view.door === 'reset' ? sent.reset : sent.signup;
  const more = html`<p>${sent.missing}</p>
    <p>${renderLink(context, context.address.path, sent.otherAddress)}</p>
    <p>${sent.whenDone}</p>
    ${renderNext('/login', goOn, context)}`;
  return { heading: sent.heading, text: say(renderAccount(view.email)), more };
}

function renderDone({ door, done }: DoorView & { readonly state: 'done' }, context: PageContext): Saying {
  const { account, doors } = context.messages;
  const next =
    done === 'accepted'
      ? renderNext('/account/organisations', account.sections.organisations, context)
      : renderOnward(door, context);
  return { ...doors.done[done], kind: done === 'declined' ? 'denied' : 'approved', more: next };
}

function renderEnded({ door }: DoorView, context: PageContext): Saying {
  const { doors } = context.messages;
  const text = door === 'reset' ? doors.ask.ended : doors.ended[door];
  return { heading: doors.ended.heading, text, kind: 'failed', more: renderOnward(door, context) };
}

/** A page of links that has no form of its own. */
function describe(view: DoorView, context: PageContext): Saying | undefined {
  const { account, doors } = context.messages;
  switch (view.state) {
    case 'sent':
      return renderSent(view, context);
    case 'no_mail':
      return { ...doors.noMail, kind: 'failed' };
    case 'closed':
      return { ...doors.closed[view.signUp], more: renderNext('/login', account.login.submit, context) };
    case 'waiting':
      // To this same address, whose query no page repeats.
      return { ...doors.waiting, more: html`<p><a class="restart" href="">${doors.waiting.open}</a></p>` };
    case 'no_link':
      return { ...doors.noLink, more: renderOnward(view.door, context) };
    case 'ended':
      return renderEnded(view, context);
    case 'done':
      return renderDone(view, context);
    case 'throttled': {
      const wait = formatWait(context.words.tag, view.retryAfterSeconds);
      const { heading, text } = doors.throttled;
      const more = html`${renderNext(context.address.path, context.words.restart, context)}
        <p>${renderLink(context, '/login', account.login.submit)}</p>`;
      return { heading, text: text(wait), kind: 'failed', more };
    }
    default:
      return undefined;
  }
}

function renderForm(view: DoorView, context: PageContext): PagePart {
  switch (view.state) {
    case 'ask':
      return renderAsk(view, context);
    case 'sign_up':
    case 'reset':
      return renderNewPassword(view, context);
    case 'sign_in':
    case 'answer':
    case 'confirm':
    case 'restore':
    case 'other_account':
      return renderForPerson(view, context);
    default:
      throw new TypeError(`the view ${view.state} has no form`);
  }
}

/** Renders the pages by which a person comes in or back in. Source: contract part 1 "Doors". */
export function renderDoor(view: DoorView, context: PageContext): PagePart {
  const outcome = describe(view, context);
  const part = outcome === undefined ? renderForm(view, context) : renderSaying(outcome);
  // The links to other languages would lose a link that is not opened yet, and what a form has done.
  const keeps = view.state === 'waiting' || view.state === 'done' || view.state === 'sent';
  return keeps ? part : { ...part, footer: renderLanguages(context) };
}
