import { makeAccount, openSession } from './accounts.ts';
import { createTestService } from './create-test-service.ts';

/** A service, and what adds people who are signed in. */
export function createServiceOfPeople() {
  const service = createTestService();
  /** A new account, and the id and token of its session. */
  async function addPerson(changes: Parameters<typeof makeAccount>[0] = {}) {
    const { id = crypto.randomUUID() } = changes;
    const account = makeAccount({ id, email: `${id}@example.test`, ...changes });
    await service.accounts.add(account);
    return { account, ...(await openSession(service, account)) };
  }
  return { service, addPerson };
}
