import { makeAccount, openSession, password } from '../setup/accounts.ts';
import type { TestService } from '../setup/create-test-service.ts';
import type { PayloadRoute } from './field-table.ts';
import type { Fields } from './placements.ts';

/** All that a route of the table needs. */
export async function completeFields(
  service: TestService,
  { path, purpose, claims }: PayloadRoute,
): Promise<Fields> {
  // As sso's page makes it for a browser at the address that tests ask from.
  const relay = service.siblings.relay({ purpose, ip: '192.0.2.1', ...claims });
  if (purpose === 'client_credentials') return { relay };
  if (purpose === 'signup')
    return { relay, 'auth.user': 'new@example.test', 'auth.pass': password, name: 'New' };
  const isLegacy = path.includes('legacy');
  const org = purpose.startsWith('member') && !isLegacy ? { 'auth.org': 'acme' } : {};
  if (!path.endsWith('exchange'))
    return { relay, 'auth.user': 'ada@example.test', 'auth.pass': password, ...org };
  const { token } = await openSession(service, makeAccount());
  const method = isLegacy ? {} : { 'auth.method': 'session' };
  return { relay, 'auth.token': token, ...method, ...org };
}
