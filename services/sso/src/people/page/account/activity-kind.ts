import type { DropsMessages } from '../drops/locales/en.ts';
import type { PasskeyMessages } from '../passkeys/locales/en.ts';
import type { LogItem } from './account-view.ts';
import type { AccountMessages } from './locales/en.ts';

type ActivityKind =
  | keyof AccountMessages['events']
  | keyof PasskeyMessages['events']
  | keyof DropsMessages['events'];

/** What each event of a person's request log is called on the page. */
const kinds: Readonly<Record<string, ActivityKind>> = {
  'user.login': 'sign_in',
  'user.root_session': 'sign_in',
  'member.login': 'sign_in',
  'member.root_session': 'sign_in',
  'user.exchange': 'app_session',
  'member.exchange': 'app_session',
  'user.signup': 'sign_up',
  'user.imported': 'sign_up',
  'session.logout': 'sign_out',
  'session.revoke': 'session_ended',
  'admin.session.revoke': 'session_ended',
  'session.revoke_others': 'others_ended',
  'session.guessed': 'guessed',
  'session.over_limit': 'over_limit',
  'device.approved': 'device_approved',
  'app.signed_in': 'app_signed_in',
  'device.denied': 'device_denied',
  'device.confirmation_failed': 'number_wrong',
  'device.revoke': 'device_ended',
  'consent.revoke': 'app_ended',
  'password.change': 'password_changed',
  'admin.user.reset_password': 'password_changed',
  'operator.reset': 'password_changed',
  'email.request_change': 'email_requested',
  'email.change': 'email_changed',
  'email.restore': 'email_restored',
  'totp.confirm': 'codes_on',
  'totp.disable': 'codes_off',
  'admin.user.reset_totp': 'codes_off',
  'recovery_code.used': 'recovery_used',
  'recovery_codes.replaced': 'recovery_replaced',
  'passkey.added': 'passkey_added',
  'passkey.removed': 'passkey_removed',
  'passkey.refused': 'passkey_clone',
  'passkey.reset': 'passkeys_ended',
  'admin.user.reset_passkeys': 'passkeys_ended',
  'device_sign_in.on': 'devices_on',
  'device_sign_in.off': 'devices_off',
  'account.password_check': 'password_check',
  'account.totp_check': 'code_check',
  'account.locked': 'locked',
  'account.export': 'exported',
  'invitation.accept': 'invitation_accepted',
  'org.leave': 'org_left',
  'drop.made': 'drop_made',
  'drop.filled': 'drop_filled',
  'drop.taken': 'drop_taken',
  'drop.closed': 'drop_closed',
  'drop.revoked': 'drop_ended',
  'drop.deleted': 'drop_ended',
  'drop.expired': 'drop_expired',
  'admin.granted': 'admin_granted',
  'admin.refused': 'admin_refused',
};

/** Events that are named by how they begin; the first that fits. */
const beginnings: readonly (readonly [string, ActivityKind])[] = [
  ['admin.user.', 'account_changed'],
  ['admin.org.member', 'org_people'],
  ['admin.', 'operator_act'],
  ['signal.', 'operator_act'],
  ['client', 'client_changed'],
  ['connection.', 'connection_changed'],
  ['org.', 'org_people'],
];

/** The words for an event. One that this page does not know, of a newer user-api, changed the account somehow. */
export function activityKindOf({ event, details }: Pick<LogItem, 'event' | 'details'>): ActivityKind {
  if (event === 'session.logout' && details?.['by'] === 'sign_in') return 'sign_in_renewed';
  return kinds[event] ?? beginnings.find(([start]) => event.startsWith(start))?.[1] ?? 'account_changed';
}
