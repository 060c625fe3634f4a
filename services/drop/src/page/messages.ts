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
    /** Above the key that the link had, which needs no typing. */
    readonly keyCame: string;
    readonly submit: string;
    /** In place of the form, once it was sent: a browser that saves a file leaves the page as it is. */
    readonly sent: string;
  };
  readonly opened: {
    readonly heading: string;
    readonly text: string;
    readonly copy: string;
    readonly copied: string;
  };
  readonly problems: Record<KeyProblem, string>;
  readonly ended: Record<EndReason, Ending>;
}
