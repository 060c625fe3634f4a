import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createLatchkey, type DeviceLogin } from '@latchkey/client';

/** Follows the login of a file, stores each record there before the next one, and says each status. */
const [sso = '', clientId = '', file = ''] = process.argv.slice(2);
const login = JSON.parse(readFileSync(file, 'utf8')) as DeviceLogin;
for await (const record of createLatchkey({ sso, clientId }).followDeviceLogin(login)) {
  writeFileSync(`${file}.new`, JSON.stringify(record));
  renameSync(`${file}.new`, file);
  process.stdout.write(`${record.status}\n`);
}
