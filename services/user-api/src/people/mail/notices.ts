import type { NoticeEvent } from '../../request-log/notice.ts';
import type { NoticeText } from './texts/en.ts';

/** What a notice about an event of the request log says. */
export const noticeTexts: Readonly<Record<NoticeEvent, NoticeText>> = {
  'password.change': 'password_changed',
  'totp.confirm': 'codes_on',
  'totp.disable': 'codes_off',
  'recovery_code.used': 'recovery_used',
  'recovery_codes.replaced': 'recovery_replaced',
  'passkey.added': 'passkey_added',
  'passkey.removed': 'passkey_removed',
  'passkey.refused': 'passkey_refused',
  'passkey.reset': 'passkeys_ended',
  'account.locked': 'locked',
  'account.delete': 'deleted',
  'admin.user.reset_password': 'password_reset',
  'operator.reset': 'password_reset',
  'admin.user.reset_totp': 'codes_reset',
  'admin.user.reset_passkeys': 'passkeys_reset',
  'device.approved': 'device',
  'device.confirmation_failed': 'number_wrong',
  'app.signed_in': 'app',
  'admin.granted': 'admin_granted',
  'signal.off': 'signal_off',
  'drop.filled': 'drop_filled',
  'drop.taken': 'drop_taken',
  'drop.closed': 'drop_closed',
};
