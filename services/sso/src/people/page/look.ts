import type { PagePart } from '@latchkey/pages';
import type { PageContext } from './page-context.ts';

/** What a page is led to show; the kind chooses its look. */
export interface AnyView {
  readonly kind: string;
  /** What it offers to browsers that have passkeys: such a page has a script. */
  readonly passkey?: object | undefined;
  /** What a device asks for, whose audiences are named. */
  readonly request?: { readonly audiences: readonly string[] } | null;
}

/** How a view is shown: as HTML, and as JSON to callers that prefer it. */
export interface Look<View> {
  render(view: View, context: PageContext): PagePart;
  describe(view: View): Readonly<Record<string, unknown>>;
}

/** The looks of a page, one for each kind of its views. */
export type Looks<View extends AnyView> = {
  readonly [Kind in View['kind']]: Look<Extract<View, { readonly kind: Kind }>>;
};

/** One page: its path, and how it shows what only it may be led to. */
export interface Page<View extends AnyView> {
  readonly path: string;
  readonly looks: Looks<View>;
}

export function lookOf<View extends AnyView>(looks: Looks<View>, view: View): Look<View> {
  const kind: View['kind'] = view.kind;
  return looks[kind];
}
