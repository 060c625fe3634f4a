import type { AnyView, Page } from '../../people/page/look.ts';
import type { CommonView } from '../../people/page/page-view.ts';
import { findPage, keepPage, type TicketStore } from '../../people/sign-in/ticket.ts';
import type { Visit } from '../../people/sign-in/visit.ts';
import type { Outcome } from './outcome.ts';

/** What a form led to, for the page that the browser is redirected to. */
type Kept<View extends AnyView> = Pick<Outcome<View>, 'view' | 'failure' | 'retryAfterSeconds' | 'typed'>;
type KeptPage<View extends AnyView> = Kept<View> & { readonly path: string };

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
  const { next, nextView, failure, retryAfterSeconds, typed, session, newSecret } = outcome;
  if (next !== undefined && nextView === undefined && typed === undefined) return next;
  if (!mayKeep(outcome)) return undefined;
  const place = next ?? path;
  const view = nextView ?? outcome.view;
  const [placePath = place] = place.split('?');
  const page = { path: placePath, view, failure, retryAfterSeconds, typed };
  const browserSecret = newSecret ?? session?.browserSecret ?? visit.browserSecret;
  const id = visit.nextForm;
  return keepPage(tickets, browserSecret, id, JSON.stringify(page)).then(
    () => `${place}${place === placePath ? '?' : '&'}shown=${id}`,
    () => next,
  );
}

/** What every page can show. */
const common: Readonly<Record<CommonView['kind'], true>> = {
  failed: true,
  leaving: true,
  session: true,
  sign_out: true,
};

/** What a form of this browser led to, for this page. */
export async function findKept<View extends AnyView>(
  tickets: Pick<TicketStore, 'findPage'>,
  { browserSecret, isNewBrowser }: Visit,
  id: string | undefined,
  { path, looks }: Page<View>,
): Promise<Kept<View> | undefined> {
  if (isNewBrowser || id === undefined || !/^[\w-]{22}$/.test(id)) return undefined;
  const text = await findPage(tickets, browserSecret, id);
  if (text === undefined) return undefined;
  const { path: keptPath, ...kept } = JSON.parse(text) as KeptPage<View>;
  return keptPath === path && kept.view.kind in { ...common, ...looks } ? kept : undefined;
}
