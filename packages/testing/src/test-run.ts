import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Throws the sentence that says where a test belongs, when the run is `npm run test:unit`. */
export function assertServersAllowed(what: string): void {
  if (process.env['TEST_SERVERS'] !== 'none') return;
  throw new Error(
    `This test ${what}, but npm run test:unit has no servers. Move it to e2e/ or to the test folder of a service, or name it *.server.test.ts.`,
  );
}

/**
 * The address of a server that tests may fill as they like. Throws the sentence that says how to get one, or, in a run
 * without servers, where the test belongs.
 */
export function readTestUrl(name: 'TEST_POSTGRES_URL' | 'TEST_REDIS_URL'): string {
  assertServersAllowed(`asks for ${name}`);
  const url = process.env[name];
  if (url === undefined || url === '') {
    throw new Error(`${name} is not set: run the tests with "npm test", which starts a server for them.`);
  }
  return url;
}

/**
 * A text that the test files of a run share, where to make it costs far more than to read it. Two files that need it at
 * once may both make it; a test file that is run by itself has its own.
 */
export function shareInRun(name: string, make: () => string): string {
  const folder = process.env['TEST_FOLDER'];
  if (folder === undefined) return make();
  const file = join(folder, createHash('sha256').update(name).digest('hex'));
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const text = make();
    writeFileSync(`${file}.${process.pid}`, text, { mode: 0o600 });
    renameSync(`${file}.${process.pid}`, file);
    return text;
  }
}
