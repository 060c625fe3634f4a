import type { EndReason, KeyProblem } from './page-view.ts';

interface Ending {
  readonly heading: string;
  /** `wait` is a phrase such as "in 5 minutes". */
  readonly text: (wait: string) => string;
}

/** All texts of the page in one language. */
export interface Messages {
  readonly form: {
    readonly heading: string;
    readonly lead: string;
    readonly key: string;
    readonly keyHint: string;
    readonly submit: string;
  };
  readonly opened: { readonly heading: string; readonly text: string };
  readonly problems: Record<KeyProblem, string>;
  readonly ended: Record<EndReason, Ending>;
}
