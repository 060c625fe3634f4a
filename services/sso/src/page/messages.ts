import type { EntryProblem } from '../sign-in/sign-in.ts';
import type { Html } from './html.ts';
import type { FailedView } from './page-view.ts';

interface Outcome {
  heading: string;
  text: (client: Html) => Html;
}

interface Failure {
  heading: string;
  /** `wait` is a whole phrase such as "in 5 minutes"; empty where the reason has no wait. */
  text: (wait: string) => string;
}

/** Every word of the approval page in one language; a missing key does not compile. */
export interface Messages {
  /** BCP 47 tag for the lang attribute and for Intl. */
  tag: string;
  dir: 'ltr' | 'rtl';
  /** The language's own name for itself. */
  languageName: string;
  languageChoice: string;
  pageAddress: string;
  unnamedClient: string;
  enter: {
    heading: string;
    headingFor: (client: Html) => Html;
    lead: string;
    leadFor: string;
    code: string;
    codeHint: string;
    codeHintFor: string;
    codeWarning: string;
    email: string;
    signedInAs: (account: Html) => Html;
    otherAccount: string;
    password: string;
    addressCheck: (host: Html) => Html;
    oneTimeCode: string;
    oneTimeCodeOffer: string;
    oneTimeCodeHint: string;
    submit: string;
  };
  request: {
    scopesLead: string;
    account: string;
    requestedAt: string;
    requestedFrom: string;
  };
  /** Verb phrases that complete `request.scopesLead`. */
  scopes: {
    openid: string;
    profile: string;
    email: string;
    groups: string;
    offline_access: string;
    other: (scope: Html) => Html;
  };
  confirm: {
    title: string;
    heading: (client: Html) => Html;
    codeCheck: string;
    /** Against remote phishing (RFC 8628 section 5.4). */
    warningLead: string;
    warning: string;
    approve: string;
    deny: string;
  };
  done: Record<'approved' | 'denied', Outcome>;
  failed: Record<FailedView['reason'], Failure>;
  session: {
    title: string;
    lead: string;
    signOut: string;
    signedOut: string;
  };
  restart: string;
  /** Stands before the document's title when a field needs attention. */
  errorPrefix: string;
  errorHeading: string;
  errors: Record<EntryProblem, string>;
}
