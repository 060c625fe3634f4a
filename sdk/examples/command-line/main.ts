import { homedir } from 'node:os';
import { join } from 'node:path';
import { createLatchkey, drop, LatchkeyError } from '@latchkey/client';
import { createFileStore } from '@latchkey/client/file-store';
import { login } from '@latchkey/client/login';

const { SSO_URL, DROP_URL, SESSION_FILE } = process.env;
const latchkey = createLatchkey({
  sso: SSO_URL ?? 'http://localhost:4001',
  drop: DROP_URL ?? 'http://localhost:4003',
  clientId: 'demo-cli',
});
// The file holds tokens, so that it has no place in a source tree.
const store = createFileStore(SESSION_FILE ?? join(homedir(), '.latchkey-example', 'session.json'));
const session = await latchkey.openSession(store);

const askWho = () => latchkey.userInfo(session);
const { email } = await askWho().catch(async (error: unknown) => {
  const isOver = error instanceof LatchkeyError && /^(no_session|session_ended)$/.test(error.code);
  if (!isOver) throw error;
  // A browser on a desktop, a code elsewhere.
  const ended = await login(latchkey, { scope: 'openid email offline_access', store });
  if (ended.status !== 'redeemed') throw new Error(`Not signed in: ${ended.reason ?? ended.status}.`);
  await latchkey.openSession(store, ended);
  return askWho();
});
console.log(`You are ${email}.`);

const payload = process.argv[2] ?? 'meet me at noon';
const { id, key } = await drop(session)('/v1/drop/store', { payload, ttl: 60 });
const taken = await drop(session)('/v1/drop/consume', { id, key });
console.log('A drop was stored and taken:', taken.payload);
