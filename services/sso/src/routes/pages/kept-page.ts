import type { ErrorSpec } from '@latchkey/contracts';
import type { AnyView, Page } from '../../page/look.ts';
import { findPage, keepPage, type TicketStore } from '../../sign-in/ticket.ts';
import type { Visit } from '../../sign-in/visit.ts';
import type { Outcome } from './outcome.ts';

/** What a form led to, for the page that the browser is redirected to. */
interface KeptPage<View extends AnyView> {
  readonly path: string;
  readonly view: View;
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
function mayKeep({ failure, isInPlace }: Outcome): boolean {
  return isInPlace !== true && failure?.code !== 'csrf_failed';
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
  const view = nextView ?? outcome.view;
  const [placePath = place] = place.split('?');
  const page: KeptPage<AnyView> = { path: placePath, view, failure, retryAfterSeconds };
  const browserSecret = newSecret ?? session?.browserSecret ?? visit.browserSecret;
  const id = visit.nextForm;
  return keepPage(tickets, browserSecret, id, JSON.stringify(page)).then(
    () => `${place}${place === placePath ? '?' : '&'}shown=${id}`,
    () => next,
  );
}

/** What a form of this browser led to, for this page. */
export async function findKept<View extends AnyView>(
  tickets: Pick<TicketStore, 'findPage'>,
  { browserSecret, isNewBrowser }: Visit,
  id: string | undefined,
  { path, looks }: Page<View>,
): Promise<KeptPage<View> | undefined> {
  if (isNewBrowser || id === undefined || !/^[\w-]{22}$/.test(id)) return undefined;
  const text = await findPage(tickets, browserSecret, id);
  const page = text === undefined ? undefined : (JSON.parse(text) as KeptPage<View>);
  return page?.path === path && page.view.kind in looks ? page : undefined;
}

/** The same as an outcome. */
export async function findKeptOutcome<View extends AnyView>(
  ...place: Parameters<typeof findKept<View>>
): Promise<Outcome<View> | undefined> {
  const { view, failure, retryAfterSeconds } = (await findKept(...place)) ?? {};
  if (view === undefined) return undefined;
  return { view, ...(failure && { failure }), ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}
