import { logEvents } from './log-events.ts';

/** What the events of the log are about, as a person looks for them. */
export const logKinds = ['sign_in', 'devices', 'account', 'orgs', 'apps', 'operators'] as const;

export type LogKind = (typeof logKinds)[number];

/** Events by how they begin; the first that fits. Every other one is about the account. */
const beginnings: readonly (readonly [LogKind, RegExp])[] = [
  ['account', /^(user\.(signup|imported)$|admin\.user\.)/],
  ['sign_in', /^(user|member|session)\.|^account\.(password_check|totp_check|locked)$/],
  ['devices', /^(device|app|consent)\./],
  ['orgs', /^(org|invitation|admin\.org)\./],
  ['apps', /^(client|client_password|client_credentials|connection)\./],
  ['operators', /^(admin|signal)\./],
];

export function eventsOf(kind: LogKind): (typeof logEvents)[number][] {
  return logEvents.filter((event) => kindOf(event) === kind);
}

function kindOf(event: string): LogKind {
  return beginnings.find(([, form]) => form.test(event))?.[0] ?? 'account';
}
