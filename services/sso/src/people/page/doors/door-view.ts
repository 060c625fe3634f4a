import type { DoorName, Link, SignUp } from '../../sign-in/door-link.ts';
import type { PasswordProblem } from '../../sign-in/new-password.ts';

/** What a person must correct in a form of these pages. */
export type DoorProblem =
  | 'email_missing'
  | 'email_invalid'
  | 'name_refused'
  | 'password_missing'
  | PasswordProblem
  | 'one_time_code_required'
  | 'link_code_invalid';

/** What an act on these pages has done. */
export type DoorDone = 'signed_up' | 'password_set' | 'accepted' | 'declined' | 'confirmed' | 'restored';

/** What the page of a link says of it. */
type LinkFacts = Pick<Link, 'email' | 'name' | 'needs_code' | 'password_min_length' | 'invitation'> & {
  readonly passkeys: readonly Link['passkeys'][number][];
};

type DoorState =
  /** Asks for the address that a link is sent to. `isEnded`: after a link that cannot be used. */
  | {
      readonly state: 'ask';
      readonly csrf: string;
      readonly email: string;
      readonly isEnded: boolean;
      readonly error: DoorProblem | null;
    }
  /** The mail is on its way, for every address in the same words. */
  | { readonly state: 'sent'; readonly email: string }
  | { readonly state: 'no_mail' }
  /** No account is made here: SIGNUP. */
  | { readonly state: 'closed'; readonly signUp: Exclude<SignUp, 'open'> }
  /** The link waits until a person opens it. */
  | { readonly state: 'waiting' }
  /** This browser holds no link. */
  | { readonly state: 'no_link' }
  | { readonly state: 'ended' }
  | {
      readonly state: 'sign_up' | 'reset';
      readonly csrf: string;
      readonly link: LinkFacts;
      /** What was typed. */
      readonly name: string;
      /** Whether the box of the passkeys was cleared. */
      readonly keepsPasskeys?: boolean | undefined;
      readonly error: DoorProblem | null;
    }
  | {
      readonly state: 'sign_in' | 'answer' | 'confirm' | 'restore';
      readonly csrf: string;
      readonly link: LinkFacts;
    }
  | {
      readonly state: 'other_account';
      readonly csrf: string;
      readonly link: LinkFacts;
      readonly account: string;
    }
  | { readonly state: 'done'; readonly done: DoorDone }
  | { readonly state: 'throttled'; readonly retryAfterSeconds: number };

/** A page that says what a link is for. */
export type AboutLink = Extract<DoorView, { readonly link: unknown }>;

/** The pages by which a person comes in or back in (contract part 1 "Doors"). */
export type DoorView = { readonly kind: 'door'; readonly door: DoorName } & DoorState;
