import type { RegisteredBy } from '../../oauth/client/client.ts';
import type { AdminRefusal } from '../../oauth/token/rights.ts';
import type { PasswordProblem } from '../sign-in/new-password.ts';
import type { PasskeyOffer } from '../sign-in/passkey.ts';
import type { EntryProblem } from '../sign-in/sign-in.ts';

/** What a client asks for, when and from where. The device authorization recorded it. */
export interface RequestFacts {
  readonly clientName: string;
  readonly registeredBy: RegisteredBy;
  readonly scopes: readonly string[];
  readonly audiences: readonly string[];
  /** Network address the request came from. */
  readonly address: string;
  /** Whether that address is in the network of the browser; undefined where one of them is unknown. */
  readonly isSameNetwork?: boolean | undefined;
  /** The address of the app's visitor, as the app says; undefined where it says nothing. */
  readonly visitorAddress?: string | undefined;
  /** What the device calls itself; undefined where it says nothing. */
  readonly deviceName?: string | undefined;
  /** The User-Agent header of that request, as received. */
  readonly userAgent: string | null;
  readonly requestedAtMs: number;
}

/** Step 1: the code, then on a page of their own the credentials. */
export interface EnterView {
  readonly kind: 'enter';
  readonly asks: 'code' | 'credentials';
  readonly csrf: string;
  /** The code that was typed or was part of the address; empty when there was none. */
  readonly userCode: string;
  /** Null unless the code is live. */
  readonly request: RequestFacts | null;
  /** Email address of the account that is signed in to the browser; the page then has no email field. */
  readonly account: string | null;
  /** What was typed into the email field before. */
  readonly email: string;
  /**
   * offered: the field is folded away and can be opened. expected: it is open, as this browser has signed in with a code.
   * required: it is open and mandatory.
   */
  readonly oneTimeCode: 'offered' | 'expected' | 'required';
  /** What a browser that has passkeys is asked for; undefined where the page takes none. */
  readonly passkey?: PasskeyOffer | undefined;
  readonly error: EntryProblem | null;
}

/** What a form that signs in shows. */
export type CredentialsView = Pick<
  EnterView,
  'csrf' | 'account' | 'email' | 'oneTimeCode' | 'passkey' | 'error'
>;

/** Between the steps, and at /login: the password that replaces a temporary one. */
export interface ChoosePasswordView {
  readonly kind: 'choose_password';
  readonly csrf: string;
  /** Empty at /login. */
  readonly userCode: string;
  readonly account: string;
  /** The credentials of the form before. */
  readonly sealed: string;
  /** Characters that the new password has at least. */
  readonly least: number;
  readonly error: PasswordProblem | null;
}

/** Step 2: the decision, carried by a one-use ticket. */
export interface ConfirmView {
  readonly kind: 'confirm';
  readonly csrf: string;
  readonly ticket: string;
  /** As the device shows it, XXXX-XXXX. */
  readonly userCode: string;
  readonly request: RequestFacts;
  readonly account: string;
  /** Why an approval would not give the admin that is asked for. */
  readonly adminRefusal?: AdminRefusal | undefined;
}

/** After the approval: the number that the device must be given. Only the browser that approved is shown it. */
export interface NumberView {
  readonly kind: 'number';
  readonly csrf: string;
  /** As the device shows it, XXXX-XXXX. */
  readonly userCode: string;
  readonly number: string;
  readonly clientName: string;
  readonly adminRefusal?: AdminRefusal | undefined;
}

export interface DoneView {
  readonly kind: 'done';
  readonly decision: 'approved' | 'denied';
  readonly clientName: string;
  readonly adminRefusal?: AdminRefusal | undefined;
}

/**
 * code_invalid: unknown, expired or used. attempts_exhausted: too many wrong passwords closed the request.
 * other_network: the request is approved only in the network of the device.
 * device_sign_in_off: the account lets no device in.
 * number_wrong: the device was given a wrong number twice.
 * too_many_approvals: the account may approve no more devices for now.
 * csrf_mismatch: the form did not come from this page, or cookies are disabled. not_found: no page has this address.
 * too_large: more was sent than the page takes. throttled, unavailable: try again later.
 */
export type FailedView =
  | {
      readonly kind: 'failed';
      readonly reason:
        | 'code_invalid'
        | 'other_network'
        | 'device_sign_in_off'
        | 'attempts_exhausted'
        | 'number_wrong'
        | 'csrf_mismatch'
        | 'not_found';
      /** The code with which the page starts again, XXXX-XXXX. */
      readonly userCode?: string | undefined;
    }
  | {
      readonly kind: 'failed';
      readonly reason: 'throttled' | 'too_many_approvals' | 'unavailable';
      readonly retryAfterSeconds: number;
    }
  | { readonly kind: 'failed'; readonly reason: 'too_large'; readonly limitBytes: number };

/** The account that is signed in to this browser, with a form to sign out. Null: nobody is signed in. */
export interface SessionView {
  readonly kind: 'session';
  readonly signedIn: {
    readonly csrf: string;
    readonly account: string;
    readonly userId: string;
    readonly amr: readonly string[];
    /** Seconds since the epoch. */
    readonly authTime: number;
  } | null;
}

/** An app has led the browser here to sign its person out. */
export interface SignOutView {
  readonly kind: 'sign_out';
  readonly csrf: string;
  readonly clientName: string;
  /** Who is signed in to the browser; null for nobody. */
  readonly account: string | null;
}

/** The browser is led on to another address, by itself or by a link. */
export interface LeavingView {
  readonly kind: 'leaving';
  readonly to: string;
}

/** What every page may be led to. */
export type CommonView = FailedView | SessionView | SignOutView | LeavingView;

/** The sign-in that leads to the account page. */
export interface LoginView extends CredentialsView {
  readonly kind: 'login';
}
