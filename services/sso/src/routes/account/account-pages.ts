import { definePage, text, type PageResult, type Route } from '@latchkey/http-server';
import { createBrowserSecret, deliveredType, sendFile, signForBrowser, type Delivery } from '@latchkey/pages';
import { createCsrfToken } from '../../access/csrf.ts';
import { readOwnForm } from '../../access/read-own-form.ts';
import { visitorAccess } from '../../access/visitor-access.ts';
import type { SsoContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { accountLooks, type AnyAccountView } from '../../page/account/account-looks.ts';
import type { AccountResult, AccountView, DeletedView, Section } from '../../page/account/account-view.ts';
import { pathOf } from '../../page/account/path-of.ts';
import { sectionNames, type SectionName } from '../../page/account/section-names.ts';
import { dropForms, noDrops } from '../../page/drops/drops-view.ts';
import type { Page } from '../../page/look.ts';
import type { SignedInVisit } from '../../sibling/account.ts';
import { offerPasskey, readChallenge } from '../../sign-in/passkey.ts';
import type { Visit } from '../../sign-in/visit.ts';
import { answerPage } from '../pages/answer-page.ts';
import { findKept, shownField } from '../pages/kept-page.ts';
import { failed, type Outcome } from '../pages/outcome.ts';
import { pageOutput } from '../pages/output.ts';
import { dropFailures, failureOf } from './account-failures.ts';
import { formFields, readForm } from './act-form.ts';
import type { Hands, SectionResult } from './act.ts';
import type { SectionQuery } from './activity.ts';
import { acts } from './acts.ts';
import { troubleOf } from './drop-section.ts';
import { forPerson, SignedOut } from './for-person.ts';
import { sections, type Asks } from './sections.ts';

const nothingDone: SectionResult = { notice: null };

/** A section as it is now, with what an act did. */
async function showSection(
  asks: Asks,
  visit: SignedInVisit,
  name: SectionName,
  query: SectionQuery,
  result = nothingDone,
): Promise<Outcome<AccountView>> {
  const { session, browserSecret, nextForm: id } = visit;
  const passkey = name === 'passkeys' ? offerPasskey(visit, id) : undefined;
  const section = await loadSection(asks, visit, name, query, result);
  const problem = 'problem' in result ? result.problem : troubleOf(section);
  const notice = 'notice' in result ? result.notice : null;
  const csrf = createCsrfToken(browserSecret, { id });
  const { email: account, hasJustTyped } = session;
  const said = { asksPassword: !hasJustTyped, notice, problem };
  const view = { kind: 'account', csrf, account, section, passkey, ...said } as const;
  // The page that a form leads to reads the section again.
  const nextView: AccountResult = { kind: 'account', notice, problem };
  const inPlace = isShownOnce(result) ? ({ isInPlace: true } as const) : {};
  const outcome = { view, nextView, ...inPlace };
  return problem === null ? outcome : { ...outcome, ...failureOf(problem) };
}

/** What an act shows once must not depend on whether the section can be read after it. */
async function loadSection(
  { ask, askDrop }: Asks,
  visit: SignedInVisit,
  name: SectionName,
  query: SectionQuery,
  result: SectionResult,
): Promise<Section> {
  if (result.drops?.shown) return { ...noDrops, ...result.drops };
  return withShownOnce(await sections[name](ask, query, visit, askDrop), result);
}

/** A secret, a link or codes that have just been made, and the form that belongs to them. */
function isShownOnce({ begun, passkey, drops, recovery_codes: [code] = [] }: SectionResult): boolean {
  return (begun ?? passkey ?? drops ?? code) !== undefined;
}

/** A section with what an act made, which no other answer shows. */
function withShownOnce(
  section: Section,
  { begun = null, passkey, drops, recovery_codes = [] }: SectionResult,
): Section {
  if (section.name === 'passkeys') return { ...section, begun: passkey ?? null };
  if (section.name === 'drops') return { ...section, ...drops };
  if (section.name === 'one_time_codes') return { ...section, begun, recovery_codes };
  return section.name === 'recovery_codes' ? { ...section, recovery_codes } : section;
}

/** The section, with what the form before it did. After a deletion, which signed the person out, only that. */
async function showKept(
  context: SsoContext,
  visit: Visit,
  name: SectionName,
  { shown, ...query }: SectionQuery & { readonly shown?: string | undefined },
): Promise<Outcome<AnyAccountView>> {
  const kept = await findKept(context.tickets, visit, shown, pageOf(name));
  if (kept?.view.kind === 'account_deleted') return { view: kept.view };
  const { notice = null, problem = null } = kept?.view.kind === 'account' ? kept.view : {};
  const result = problem === null ? { notice } : { problem };
  return forPerson(context, visit, name, (asks, signedIn) =>
    showSection(asks, signedIn, name, query, result),
  );
}

const pageOf = (name: SectionName): Page<AnyAccountView> => ({ path: pathOf(name), looks: accountLooks });

function showPage(name: SectionName) {
  return definePage({
    method: 'GET',
    path: pathOf(name),
    summary: `Shows the section ${name} of the account page`,
    family: 'browser',
    access: visitorAccess,
    input: {
      properties: {
        cursor: { type: 'string', description: 'of the next page of a list' },
        outcome: { type: 'string', description: 'failure: only what failed, in the section activity' },
        kind: { type: 'string', description: 'what the events are about, in the section activity' },
        ...shownField,
        ui_locales: { type: 'string', description: 'languages, best first' },
      },
    },
    output: pageOutput,
    errors: [],
    async handle(context: SsoContext, input, visit, request) {
      const outcome = await showKept(context, visit, name, input);
      return answerPage(context, pageOf(name), request, outcome, visit, input.ui_locales);
    },
  });
}

function actPage(name: SectionName, names: readonly string[]) {
  return definePage({
    path: pathOf(name),
    summary: `Receives the forms of the section ${name} of the account page`,
    ...rulesOf[name],
    family: 'browser',
    access: visitorAccess,
    input: {
      properties: {
        ...formFields,
        act: { ...text, enum: names },
      },
    },
    output: pageOutput,
    errors: [
      errors.csrfFailed,
      errors.formInvalid,
      errors.badCredentials,
      ...(name === 'passkeys' ? [errors.passkeyRefused, errors.passkeyNeeded] : []),
      errors.newPasswordRefused,
      errors.nameRefused,
      errors.emailInvalid,
      errors.lastOwner,
      errors.lastRoot,
      errors.addressUnverified,
      errors.stateConflict,
      errors.throttled,
      ...(name === 'drops' ? dropFailures : []),
    ],
    async handle(context: SsoContext, input, visit, request) {
      const { act = '', ui_locales: uiLocales } = input;
      const outcome = await forPerson(context, visit, name, async (asks, signedIn) => {
        const facts = readOwnForm(context.settings, visit, request, input.csrf);
        if (facts === undefined) return failed('csrf_mismatch', errors.csrfFailed);
        const challenge = readChallenge(visit, facts.formId, input.passkey_begun ?? '');
        const form = readForm(input, { challenge });
        const hands = handsFor(context, signedIn, asks, `${act} ${facts.formId}`);
        const result = await acts[act]?.(asks.ask, form, hands);
        if (result === 'deleted') return deleted(context);
        if (result !== undefined && ('pieces' in result || 'file' in result)) return result;
        return showSection(
          asks,
          staysOpen(result) ? { ...signedIn, nextForm: facts.formId } : signedIn,
          name,
          {},
          result,
        );
      });
      if ('pieces' in outcome) return { html: () => '', json: {}, download: { filename, ...outcome } };
      if ('file' in outcome) return answerFile(outcome);
      return answerPage(context, pageOf(name), request, outcome, visit, uiLocales);
    },
  });
}

/** Nobody knows what a drop did that gave no answer: the form keeps its id, so that it makes one drop when it is sent again. */
function staysOpen(result: SectionResult | undefined): boolean {
  return result !== undefined && 'problem' in result && result.problem.kind === 'drops_down';
}

/** The browser is nobody's then; its new secret only finds that the account is deleted. */
function deleted({ randomBytes }: SsoContext): Outcome<DeletedView> {
  const newSecret = createBrowserSecret(randomBytes);
  return { view: { kind: 'account_deleted' }, signsOut: true, newSecret };
}

const filename = 'latchkey-account.json';

/** What an act has beside user-api. A form that is sent twice names one drop, in no other browser. */
function handsFor(context: SsoContext, visit: SignedInVisit, { askDrop }: Asks, form: string): Hands {
  return {
    async openExport(password) {
      const answer = await context.openExport(visit, password);
      if (answer === undefined) throw new SignedOut();
      return answer;
    },
    askDrop,
    dropUrl: context.settings.dropUrl,
    dropId: signForBrowser(visit.browserSecret, 'drop', form).slice(0, 22),
  };
}

/** Where the drop is taken its file is sent in place of the page. */
function answerFile(delivered: Extract<Delivery, { readonly file: Buffer }>): PageResult {
  const json = { payload: delivered.file.toString('base64'), filename: delivered.name };
  return { html: () => '', json, file: sendFile(delivered) };
}

/** What a section takes and sends that no other does. A text of 64 KiB may be longer in a form. */
const rulesOf: Partial<Record<SectionName, Pick<Route<SsoContext>, 'fileType' | 'body'>>> = {
  my_data: { fileType: 'application/json' },
  drops: { fileType: deliveredType, body: { limitBytes: 256 * 1024 } },
};

/** The acts of each section; one without any has no forms. */
const actsOf: Partial<Record<SectionName, readonly string[]>> = {
  devices: ['end_device', 'end_app'],
  browsers: ['end_session', 'end_others'],
  email: ['change_email'],
  password: ['change_password'],
  one_time_codes: ['begin_codes', 'confirm_codes', 'end_codes'],
  recovery_codes: ['replace_recovery'],
  passkeys: ['begin_passkey', 'add_passkey', 'remove_passkey'],
  new_devices: ['allow_devices', 'stop_devices'],
  drops: [...dropForms, 'revoke_drop', 'delete_drop'],
  organisations: ['leave_org', 'accept_invitation', 'decline_invitation'],
  overview: ['ask_confirmation'],
  my_data: ['change_profile', 'export_data'],
  delete: ['delete_account'],
};

/** The account page, a page for each section. Source: contract part 1 "Account page". */
export const accountPages = sectionNames.flatMap((name) => {
  const names = actsOf[name];
  return names === undefined ? [showPage(name)] : [showPage(name), actPage(name, names)];
});
