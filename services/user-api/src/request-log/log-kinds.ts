import { logEvents, type LogEntry, type LogKind } from './request-log.ts';

/** Events by how they begin; the first that fits. Every other one is about the account. */
const beginnings: readonly (readonly [LogKind, RegExp])[] = [
  ['account', /^(user\.signup$|admin\.user\.)/],
  ['sign_in', /^(user|member|session)\.|^account\.(password_check|totp_check|locked)$/],
  ['devices', /^(device|consent)\./],
  ['orgs', /^(org|invitation|admin\.org)\./],
  ['apps', /^(client|client_password|client_credentials|connection)\./],
  ['operators', /^admin\./],
];

/** The events of a kind. */
export function eventsOf(kind: LogKind): LogEntry['event'][] {
  return logEvents.filter((event) => kindOf(event) === kind);
}

function kindOf(event: string): LogKind {
  return beginnings.find(([, form]) => form.test(event))?.[0] ?? 'account';
}
