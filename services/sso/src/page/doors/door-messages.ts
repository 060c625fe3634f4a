import type { Html } from '@latchkey/pages';
import type { DoorDone } from './door-view.ts';

interface Saying {
  readonly heading: string;
  readonly text: string;
}

/** All texts of the pages of links in one language. */
export interface DoorMessages {
  /** Beside a sign-in. */
  readonly forgot: string;
  readonly create: string;
  /** What others wrote, in quotation marks. */
  readonly quote: (text: Html) => Html;
  /** Goes on to the next page. */
  readonly goOn: string;
  readonly ask: Record<'signup' | 'reset', { readonly heading: string; readonly lead: string }> & {
    /** After a link that cannot be used. */
    readonly ended: string;
    readonly submit: string;
  };
  readonly sent: Record<'signup' | 'reset', (email: Html) => Html> & {
    readonly heading: string;
    readonly missing: string;
    readonly otherAddress: string;
    readonly whenDone: string;
  };
  readonly noMail: Saying;
  readonly closed: Record<'invited' | 'off', Saying>;
  readonly waiting: Saying & { readonly open: string };
  readonly noLink: Saying;
  readonly ended: { readonly heading: string } & Record<
    'signup' | 'invitation' | 'confirm' | 'restore',
    string
  >;
  /** The address that a link is for. */
  readonly isFor: (email: Html) => Html;
  readonly signUp: {
    readonly heading: string;
    readonly name: string;
    readonly nameHint: string;
    readonly passwordAgain: string;
    readonly submit: string;
  };
  readonly reset: {
    readonly ends: string;
    readonly submit: string;
  };
  readonly invitation: {
    readonly heading: string;
    readonly org: string;
    readonly by: string;
  };
  readonly signIn: {
    /** For a link of a sign-up, whose address has an account already. */
    readonly heading: string;
    readonly text: string;
  };
  readonly otherAccount: Saying;
  readonly confirm: { readonly heading: string; readonly submit: string };
  /** Puts the former address of an account back. */
  readonly restore: { readonly heading: string; readonly lead: string; readonly submit: string };
  readonly done: Record<DoorDone, Saying>;
  /** `wait` is a phrase such as "in 5 minutes". */
  readonly throttled: { readonly heading: string; readonly text: (wait: string) => string };
  readonly errors: Record<'email_invalid' | 'name_refused' | 'link_code_invalid', string>;
}
