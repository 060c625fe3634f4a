import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hashRaw } from '@node-rs/argon2';
import { argon2 } from '../../../services/user-api/src/signing-in/password/argon2.ts';

// What hashing and signing cost without a service: argon2id with the services' library and costs, two at a time, and
// RS512 one after another. Usage: node bare.ts <login|passphrase|signature> <seconds> <signing keys file>

const [kind = '', seconds = '1', keysFile = ''] = process.argv.slice(2);
const word = 'correct horse battery staple';

async function prepareWork(): Promise<() => unknown> {
  if (kind === 'login') {
    const phc = await argon2.hash(word);
    return () => argon2.verify(phc, word);
  }
  if (kind === 'passphrase') {
    const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
    return () => hashRaw(word, { ...cost, salt: Buffer.alloc(16, 7) });
  }
  const [key] = JSON.parse(readFileSync(keysFile, 'utf8')) as { private_pem: string }[];
  const privateKey = createPrivateKey(key?.private_pem ?? '');
  const claims = Buffer.alloc(700, 'x');
  return () => sign('sha512', claims, privateKey);
}

const work = await prepareWork();
const latenciesMs: number[] = [];
const cpuBefore = process.cpuUsage();
const startedAt = performance.now();
const deadline = startedAt + Number(seconds) * 1000;

async function workOn(): Promise<void> {
  while (performance.now() < deadline) {
    const from = performance.now();
    await work();
    latenciesMs.push(performance.now() - from);
  }
}

await Promise.all(kind === 'signature' ? [workOn()] : [workOn(), workOn()]);
const elapsed = (performance.now() - startedAt) / 1000;
const { user, system } = process.cpuUsage(cpuBefore);
console.log(JSON.stringify({ latenciesMs, seconds: elapsed, cpuSeconds: (user + system) / 1e6 }));
