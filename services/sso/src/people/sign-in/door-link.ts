import { foldEmail, type doorCalls, type InferOutput, type LinkPurpose } from '@latchkey/contracts';

export type { LinkPurpose };

/** Who makes an account on the pages: anybody, only who is invited, nobody. Source: contract part 1 "Doors". */
export type SignUp = 'open' | 'invited' | 'off';

/** The pages that links lead to. */
export type DoorName = 'signup' | 'invitation' | 'reset' | 'confirm' | 'restore';

export const doorPaths = {
  signup: '/signup',
  invitation: '/invitation',
  reset: '/reset',
  confirm: '/confirm',
  restore: '/restore',
} as const satisfies Record<DoorName, string>;

export const purposeOf = {
  signup: 'sign_up',
  invitation: 'invitation',
  reset: 'reset',
  confirm: 'confirm',
  restore: 'restore',
} as const satisfies Record<DoorName, LinkPurpose>;

/** A link that can be followed, as user-api answers it. */
export type Link = InferOutput<typeof doorCalls.viewLink.output>;

/** What the person who follows a link does next; `go_on`: nothing is left to do. */
export type LinkStep =
  | 'sign_up'
  | 'reset'
  | 'answer'
  | 'confirm'
  | 'restore'
  | 'sign_in'
  | 'other_account'
  | 'closed'
  | 'go_on';

/** Whether a link of this purpose may make an account here. */
function makesAccounts(signUp: SignUp, purpose: LinkPurpose): boolean {
  return signUp === 'open' || (signUp === 'invited' && purpose === 'invitation');
}

/**
 * What a link asks of the person in this browser. Where somebody else is signed in, nothing is done: neither takes the
 * other's place unasked. Source: contract part 1 "Doors".
 */
export function stepOf(
  link: Pick<Link, 'purpose' | 'email' | 'user_id' | 'has_account' | 'invitation'>,
  session: { readonly userId: string; readonly email: string } | undefined,
  signUp: SignUp,
): LinkStep {
  // Whoever took the account may have this browser: who reads the mail needs no sign-in, and loses none by it.
  if (link.purpose === 'restore') return 'restore';
  if (session !== undefined && !isFor(link, session)) return 'other_account';
  const { purpose, has_account: hasAccount, invitation } = link;
  if (purpose === 'reset') return 'reset';
  if (purpose === 'confirm') return session === undefined ? 'sign_in' : 'confirm';
  if (!hasAccount) return makesAccounts(signUp, purpose) ? 'sign_up' : 'closed';
  if (session === undefined) return 'sign_in';
  return purpose === 'invitation' && invitation !== null ? 'answer' : 'go_on';
}

function isFor(
  { user_id: userId, email }: Pick<Link, 'user_id' | 'email'>,
  session: { readonly userId: string; readonly email: string },
): boolean {
  return userId === null ? foldEmail(email) === foldEmail(session.email) : userId === session.userId;
}
