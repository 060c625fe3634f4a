import { createLatchkey } from '@latchkey/client';
import { createFileStore } from '@latchkey/client/file-store';

/** Refreshes the session of a file over and over, until it has done so `times` times or is killed. */
const [sso = '', clientId = '', file = '', times = ''] = process.argv.slice(2);
const session = await createLatchkey({ sso, clientId }).openSession(createFileStore(file));
const tokens = new Set<string>();
for (let at = 0; at < Number(times); at += 1)
  tokens.add(await session.accessToken({ minValiditySeconds: Number.POSITIVE_INFINITY }));
process.stdout.write(`${tokens.size}\n`);
