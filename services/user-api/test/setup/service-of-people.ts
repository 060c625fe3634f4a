import { makeAccount, makeSession } from './accounts.ts';
import { createTestService } from './create-test-service.ts';

/** A service, and what adds people who are signed in. */
export function createServiceOfPeople() {
  const service = createTestService();
  /** A new account with a session, and the token of that. */
  async function addPerson(changes: Parameters<typeof makeAccount>[0] = {}) {
    const { id = crypto.randomUUID() } = changes;
    const account = makeAccount({ id, email: `${id}@example.test`, ...changes });
    await service.accounts.add(account);
    const createdAt = new Date(service.clock.now());
    const session = makeSession({ id: crypto.randomUUID(), userId: id, createdAt });
    await service.sessions.add(session);
    return { account, session, token: service.signer.signToken({ sub: id, sid: session.id }) };
  }
  return { service, addPerson };
}
