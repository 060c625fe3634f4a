import { install, type Clock } from '@sinonjs/fake-timers';
import { generateSync } from 'otplib';
import { hashPlaces } from '../../src/signing-in/password/passwords.ts';
import { password, totpSecret } from '../setup/accounts.ts';
import {
  confirmPaths,
  createServiceWithAccounts,
  exchangePaths,
  loginPaths,
  type SamplePath,
  type ServiceWithAccounts,
} from '../setup/requests.ts';

let setup: ServiceWithAccounts;
beforeEach(async () => {
  setup = await createServiceWithAccounts();
});

const payloadPaths = [
  ...loginPaths,
  ...exchangePaths,
  '/auth/signup',
  '/oauth/client_credentials/issue',
] as const satisfies readonly SamplePath[];

const many = <Result>(count: number, make: (at: number) => PromiseLike<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));

describe.each(payloadPaths)('20 parallel requests to %s', (path) => {
  test.each<[string, () => (at: number) => object]>([
    [
      'one relay',
      () => {
        const relay = setup.service.siblings.relay(setup.claimsOf(path));
        return () => ({ relay });
      },
    ],
    [
      'one deadDrop',
      () => {
        const deadDrop = setup.service.siblings.deadDrop(setup.claimsOf(path));
        return () => ({ relay: undefined, deadDrop });
      },
    ],
    [
      '20 drops that hold one and the same payload',
      () => {
        const claims = { ...setup.claimsOf(path), jti: 'one' };
        return () => ({ relay: undefined, deadDrop: setup.service.siblings.deadDrop(claims) });
      },
    ],
  ])('200 for one of them with %s, 401 for the others', async (_name, makeFields) => {
    const fieldsOf = makeFields();
    const { service, send } = setup;
    const answers = await many(20, (at) => send(path, fieldsOf(at)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'payload_invalid')).toHaveLength(19);
    const { verified, hashed } = service.hash;
    expect(verified.length + hashed.length + service.siblings.minted.length).toBeLessThanOrEqual(2);
  });
});

describe('100 parallel wrong guesses', () => {
  const passwordPaths: readonly SamplePath[] = [...loginPaths, ...confirmPaths];

  test.each<[string, readonly SamplePath[]]>([
    ...[loginPaths[0], confirmPaths[0]].map((path): [string, readonly SamplePath[]] => [path, [path]]),
    ['all of these', passwordPaths],
  ])(
    '429 at %s, or 503 while too many wait, for all but the 10 of the budget, unhashed',
    async (_name, paths) => {
      const { service, ada, send } = setup;
      const factors = { totpPending: 'sealed', totpSecret: 'sealed' };
      await service.accounts.add({ ...ada, ...factors }, await service.accounts.listMemberships(ada.id));
      // A guess whose row is lost is answered 503 and gives its slot back, so that one more may be hashed.
      service.context.requestLog.add = () => Promise.resolve();
      const pathOf = (at: number): SamplePath => paths[at % paths.length]!;
      const answers = await many(100, (at) => send(pathOf(at), { 'auth.pass': `wrong ${at}` }));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
      expect(answers.filter(({ status }) => [429, 503].includes(status))).toHaveLength(90);
      expect(service.hash.verified).toHaveLength(10);
    },
  );
});

describe('one one-time code 10 times in parallel', () => {
  test.each<SamplePath>([...loginPaths, '/account/me/totp/disable'])(
    '200 for one of them at %s',
    async (path) => {
      const { service, ada, send } = setup;
      const totp = { totpSecret: service.secrets.seal(totpSecret, ada.id) };
      await service.accounts.add({ ...ada, ...totp }, await service.accounts.listMemberships(ada.id));
      const code = generateSync({ secret: totpSecret, epoch: service.clock.now() / 1000 });
      const { verify } = service.hash;
      let meet = () => {};
      const met = new Promise<void>((resolve) => {
        meet = resolve;
      });
      let started = 0;
      // Two are past the password before the code of either is looked at.
      service.hash.verify = async (phc, shown) => {
        if ((started += 1) === 2) meet();
        await met;
        return verify(phc, shown);
      };
      const answers = await many(10, (at) => send(path, { 'auth.code': code }, { ip: `198.51.${at}.1` }));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    },
  );
});

test('200 for each of 70 people of one network at once, whose budget is 60', async () => {
  const { service, ada, send } = setup;
  const emails = Array.from({ length: 70 }, (_, at) => `colleague${at}@x.test`);
  for (const [at, email] of emails.entries())
    await service.accounts.add({ ...ada, id: ada.id.slice(0, -2) + String(at + 20), email });
  const answers = await many(70, (at) => send('/auth/user/login', { 'auth.user': emails[at] }));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

describe('35 parallel logins where 34 places are left and no hash comes to its end', () => {
  let clock: Clock;
  let release: () => void;
  let held: Promise<void>;
  beforeEach(() => {
    // The wait of the gate must not end before the 35th is there, however slow the machine is.
    clock = install({ toFake: ['setTimeout', 'clearTimeout'] });
    held = new Promise((resolve) => {
      release = resolve;
    });
  });
  // Released in any case, so that no request is left open.
  afterEach(() => {
    release();
    clock.uninstall();
  });

  test('503 for one of them: nothing is hashed for it, and it keeps its budgets', async () => {
    const { service, ada, send } = setup;
    const path = '/auth/user/login';
    const { verify } = service.hash;
    for (let taken = 34; taken < hashPlaces; taken += 1) await service.context.passwords.takePlace();
    let [started, atOnce, most] = [0, 0, 0];
    service.hash.verify = async (phc, shown) => {
      [started, atOnce] = [started + 1, atOnce + 1];
      most = Math.max(most, atOnce);
      await held;
      atOnce -= 1;
      return verify(phc, shown);
    };
    const logins = Array.from({ length: 35 }, async (_, at) => {
      const [id, email, ip] = [ada.id.slice(0, -2) + String(at + 20), `user${at}@x.test`, `198.51.${at}.1`];
      await service.accounts.add({ ...ada, id, email });
      const again = (pass = password) => send(path, { 'auth.user': email, 'auth.pass': pass }, { ip });
      return { answer: await again(), again };
    });
    const { answer, again } = await Promise.race(logins);
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
      503,
      'overloaded',
      '2',
    ]);
    // The others may still be on their way through the database.
    const areHashing = () => started >= 2;
    while (!areHashing()) await new Promise((resolve) => setImmediate(resolve));
    expect(started).toBe(2);
    release();
    const statuses = (await Promise.all(logins)).map((login) => login.answer.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(34);
    expect([started, most]).toEqual([34, 2]);
    for (let attempt = 0; attempt < 9; attempt += 1) expect((await again('wrong')).status).toBe(401);
    expect((await again()).status).toBe(200);
  });
});
