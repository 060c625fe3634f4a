import { ApiError, longestAsks, longestLabel, ownDropCalls } from '@latchkey/contracts';
import type { Refusal } from '@latchkey/contracts/service-client';
import { cleanText, deliver, longestShownText, sendFile, signForBrowser } from '@latchkey/pages';
import type { AccountProblem } from '../../people/page/account/account-view.ts';
import { usualTerm, type DropForm, type DropShown } from '../../people/page/drops/drops-view.ts';
import { unexpected } from '../../sibling/unexpected.ts';
import type { ActForm } from './act-form.ts';
import { endedBefore, type Act, type SectionResult } from './act.ts';
import type { Person } from './for-person.ts';

type DropAct = Act<'drops'>;
type Result = Awaited<ReturnType<DropAct>>;

export const dropsDown: AccountProblem = { kind: 'drops_down', retryAfterSeconds: 5 };

/** What `act` gives, or `otherwise` while drop gives no answer: the page then says so itself, and keeps what was typed. */
export async function orDropDown<Given, Otherwise>(
  act: () => Promise<Given>,
  otherwise: Otherwise,
): Promise<Given | Otherwise> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'upstream_unavailable') throw error;
    return otherwise;
  }
}

/** What the code of a refusal by drop means on the page. */
const problems: Readonly<Record<string, AccountProblem['kind']>> = {
  missing_payload: 'secret_missing',
  already_exists: 'drop_made',
  quota_exceeded: 'drops_full',
  invalid_key: 'link_wrong',
  not_found: 'link_wrong',
  expired: 'drop_ended',
  not_active: 'drop_ended',
  outcome_unknown: 'drop_unknown',
};

function problemOf(refusal: Refusal): { readonly problem: AccountProblem } {
  const { code, field, retryAfterSeconds = 60 } = refusal;
  if (code === 'throttled' || code === 'attempts_limited')
    return { problem: { kind: 'throttled', retryAfterSeconds } };
  if (field === 'fillable') return { problem: { kind: 'unverified' } };
  const kind = problems[code];
  if (kind === undefined) throw unexpected(refusal, 'a form of the account page', 'drop');
  return { problem: { kind } };
}

/** A form that does nothing holds what was typed, so that nothing is lost. `unknown`: why nobody knows what it did. */
function withFields(
  form: DropForm,
  run: (person: Person, form: ActForm) => Promise<Result>,
  unknown = dropsDown,
): DropAct {
  return async (person, typed) => {
    const result = await orDropDown(() => run(person, typed), { problem: unknown });
    if (!('problem' in result)) return result;
    const problem = result.problem.kind === 'drop_unknown' ? unknown : result.problem;
    const fields = { ...typed, ttl: typed.ttl || usualTerm };
    return { problem, once: { typed: { form, fields } } };
  };
}

/**
 * The label stays with the owner, since nobody else reads metadata. A form that is sent twice names one drop, in no other
 * browser.
 */
function detailsOf({ browserSecret }: Person['visit'], { act, formId, label, ttl, notify }: ActForm) {
  const named = cleanText(label, longestLabel);
  return {
    id: signForBrowser(browserSecret, 'drop', `${act} ${formId}`).slice(0, 22),
    ttl: Number(ttl || usualTerm),
    ...(named !== '' && { metadata: { label: named } }),
    ...(notify === 'yes' && { notify: true }),
  };
}

const showOnce = (shown: DropShown): SectionResult<'drops'> => ({ notice: null, once: { shown } });

async function makeDrop({ context, visit, askDrop }: Person, form: ActForm): Promise<Result> {
  // A browser sends each line feed as CR LF (WHATWG HTML 4.10.22.4), and /d/ would not show that as text.
  const payload = form.text.replaceAll('\r\n', '\n');
  if (Buffer.byteLength(payload) > longestShownText) return { problem: { kind: 'secret_long' } };
  if (payload === '') return { problem: { kind: 'secret_missing' } };
  const hasPassphrase = form.passphrase !== '';
  const key = hasPassphrase ? { key: form.passphrase } : {};
  const sent = {
    ...detailsOf(visit, form),
    ...key,
    payload,
    payload_format: 'text',
    anonymous: true,
  } as const;
  const answer = await askDrop(ownDropCalls.store, sent);
  if (!answer.ok) return problemOf(answer);
  const { id, key: made, expires_at: until } = answer.data;
  const link = `${context.settings.dropUrl}/d/${id}${made === undefined ? '' : `#${made}`}`;
  return showOnce({ kind: 'made', link, hasPassphrase, until });
}

async function askForDrop({ context, visit, askDrop }: Person, form: ActForm): Promise<Result> {
  const asks = cleanText(form.asks, longestAsks);
  const sent = { ...detailsOf(visit, form), fillable: true, ...(asks !== '' && { asks }) };
  const answer = await askDrop(ownDropCalls.reserve, sent);
  if (!answer.ok) return problemOf(answer);
  const { id, key, expires_at: until } = answer.data;
  return showOnce({ kind: 'asked', link: `${context.settings.dropUrl}/fill/${id}#${key}`, until });
}

/** The id and the key of a link to a drop of this installation. */
function readLink(link: string, dropUrl: string): { id: string; key: string } | undefined {
  const bare = link.trim();
  const path = bare.startsWith(dropUrl) ? bare.slice(dropUrl.length) : '';
  const [, id, key] = /^\/(?:d|fill)\/([A-Za-z0-9._~:-]{1,128})(?:\?[^#]*)?#(\S{1,1024})$/.exec(path) ?? [];
  return id === undefined || key === undefined ? undefined : { id, key };
}

/** A drop that is a file is sent in place of the page. */
async function takeDrop({ context, askDrop }: Person, { link }: ActForm): Promise<Result> {
  const read = readLink(link, context.settings.dropUrl);
  if (read === undefined) return { problem: { kind: 'link_wrong' } };
  const answer = await askDrop(ownDropCalls.consume, { ...read, payload_format: 'base64' });
  if (!answer.ok) return problemOf(answer);
  const { payload, payload_format: format, data } = answer.data;
  const delivery = deliver(Buffer.from(payload, 'base64'), format, data);
  if ('text' in delivery) return showOnce({ kind: 'opened', text: delivery.text });
  const json = { payload: delivery.file.toString('base64'), filename: delivery.name };
  return { instead: { html: () => '', json, file: sendFile(delivery) } };
}

/** Ends a drop by its id. One that is gone, or has ended, had ended before. */
function endDrop(
  to: typeof ownDropCalls.revoke | typeof ownDropCalls.delete,
  kind: 'drop_revoked' | 'drop_removed',
): DropAct {
  return ({ askDrop }, { id }) =>
    orDropDown(
      async () => {
        const answer = await askDrop(to, { id });
        if (answer.ok) return { notice: { kind } };
        return endings.has(answer.code) ? endedBefore : problemOf(answer);
      },
      { problem: dropsDown },
    );
}

const endings = new Set(['not_found', 'expired', 'state_conflict']);

/** What the forms of the section drops do. Source: contract part 1 "One-time links". */
export const dropActs: Readonly<Record<string, DropAct>> = {
  make_drop: withFields('make_drop', makeDrop),
  ask_drop: withFields('ask_drop', askForDrop),
  // An answer that was lost may have been the secret.
  take_drop: withFields('take_drop', takeDrop, { kind: 'drop_unknown', retryAfterSeconds: 5 }),
  revoke_drop: endDrop(ownDropCalls.revoke, 'drop_revoked'),
  delete_drop: endDrop(ownDropCalls.delete, 'drop_removed'),
};
