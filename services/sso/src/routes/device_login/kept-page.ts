import type { ErrorSpec } from '@latchkey/contracts';
import type { AccountResult, AccountView } from '../../page/account/account-view.ts';
import type { PageView } from '../../page/page-view.ts';
import { findPage, keepPage, type TicketStore } from '../../sign-in/ticket.ts';
import type { Visit } from '../../sign-in/visit.ts';
import type { Outcome } from './outcome.ts';

/** Of the account page only what the act did: the section is read again. */
type KeptView = Exclude<PageView, AccountView> | AccountResult;

/** What a form led to, for the page that the browser is redirected to. */
interface KeptPage {
  readonly path: string;
  readonly view: KeptView;
  readonly failure?: ErrorSpec | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** The name in an address by which a browser finds what its form led to. In any other browser it names nothing. */
export const shownField = {
  shown: { type: 'string', description: 'names what a form of this browser led to' },
} as const;

/**
 * Whether what a form led to may be shown by a GET. A form that is not ours keeps nothing, and what is shown once, or
 * must not be stored, is answered in its place.
 */
function mayKeep({ view, failure, isInPlace }: Outcome): boolean {
  return isInPlace !== true && view.kind !== 'choose_password' && failure?.code !== 'csrf_failed';
}

/**
 * Keeps what a form led to, and answers path and query of the page that shows it, so that neither Back nor a reload sends
 * the form again. Undefined where it is answered in place; while nothing can be kept, only a page of its own is led to.
 */
export async function keepOutcome(
  tickets: Pick<TicketStore, 'keepPage'>,
  visit: Visit,
  outcome: Outcome,
  path: string,
): Promise<string | undefined> {
  const { next, nextView, failure, retryAfterSeconds, session, newSecret } = outcome;
  if (next !== undefined && nextView === undefined) return next;
  if (!mayKeep(outcome)) return undefined;
  const place = next ?? path;
  const view = nextView ?? strip(outcome.view);
  const page: KeptPage = { path: place, view, failure, retryAfterSeconds };
  const browserSecret = newSecret ?? session?.browserSecret ?? visit.browserSecret;
  const id = visit.nextForm;
  return keepPage(tickets, browserSecret, id, JSON.stringify(page)).then(
    () => `${place}?shown=${id}`,
    () => next,
  );
}

function strip(view: PageView): KeptView {
  if (view.kind !== 'account') return view;
  const { kind, notice, problem } = view;
  return { kind, notice, problem };
}

/** What a form of this browser led to, for the page at `path`. */
export async function findKept(
  tickets: Pick<TicketStore, 'findPage'>,
  { browserSecret, isNewBrowser }: Visit,
  id: string | undefined,
  path: string,
): Promise<KeptPage | undefined> {
  if (isNewBrowser || id === undefined || !/^[\w-]{22}$/.test(id)) return undefined;
  const text = await findPage(tickets, browserSecret, id);
  const page = text === undefined ? undefined : (JSON.parse(text) as KeptPage);
  return page?.path === path ? page : undefined;
}

/** The same as an outcome; undefined for an act on the account page, whose section is read again. */
export async function findKeptOutcome(...place: Parameters<typeof findKept>): Promise<Outcome | undefined> {
  const { view, failure, retryAfterSeconds } = (await findKept(...place)) ?? {};
  if (view === undefined || view.kind === 'account') return undefined;
  return { view, ...(failure && { failure }), ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}
