import { randomUUID } from 'node:crypto';
import { fillDrop, readDropLink, takeDropLink } from '@latchkey/client';
import { waitUntil } from '../../infra/local/ports.ts';
import type { Answer } from '../../infra/local/raw-requests.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { openHandOverPlace } from './hand-over-place.ts';

const teardown = createTeardown();
const canary = 'CANARY-hand-over-7c2d';
let place: Awaited<ReturnType<typeof openHandOverPlace>>;
let person: Awaited<ReturnType<typeof place.openPerson>>;
/** What opens something, or is in it. */
const secrets = new Set<string>([canary]);
let serial = 0;
/** Filled in before all tests, so that drop has handed the event over when they end. */
let notified: Awaited<ReturnType<typeof askAndFill>>;

beforeAll(async () => {
  place = await openHandOverPlace(teardown);
  person = await place.openPerson();
  notified = await askAndFill('yes');
});
afterAll(() => teardown.run());

type Fields = Record<string, string>;
const ttl = '86400';

/** The link that an answer shows; its key is one of the secrets. */
function linkIn(answer: Answer | undefined): string {
  const { section } = (answer?.body ?? {}) as { section?: { shown: { link: string } | null } };
  const link = section?.shown?.link ?? '';
  secrets.add(readDropLink(link).key ?? '');
  return link;
}

/** A form with all of its fields, ready to be sent, and sent again. */
async function prepare(act: string, fields: Fields = {}) {
  const label = `label ${(serial += 1)}.`;
  const form = { csrf: (await person.open()).csrf, act, ttl, label, ...fields };
  return { label, form, send: (sso?: string) => person.send(form, sso) };
}

const prepareMake = () => prepare('make_drop', { text: `${canary} made` });

/** The link of what a stranger has filled in. */
async function askAndFill(notify = ''): Promise<{ link: string; label: string }> {
  const { send, label } = await prepare('ask_drop', { asks: 'a key', notify });
  const link = linkIn(await send());
  await fillDrop(link, { payload: `${canary} filled` });
  return { link, label };
}

async function statesOf(label: string): Promise<string[]> {
  const { items } = await person.open();
  return items.filter((item) => item.label === label).map(({ state }) => state);
}

const said = (answer: Answer | undefined) => [answer?.status, answer?.body['problem'] ?? null];

test('of 16 who send one form over two processes one is shown the link of the one drop', async () => {
  const { send, label } = await prepareMake();
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, at) => send(at % 2 === 0 ? undefined : place.secondSso)),
  );
  const made = answers.filter((answer) => answer?.status === 200);
  const others = answers.filter((answer) => answer?.status !== 200);
  expect(new Set(others.map((answer) => JSON.stringify(said(answer))))).toEqual(
    new Set(['[409,"drop_made"]']),
  );
  expect(made).toHaveLength(1);
  expect(await statesOf(label)).toEqual(['active']);
  expect((await takeDropLink(linkIn(made[0]))).payload).toBe(`${canary} made`);
});

test('kill -9 of sso at each step of making and taking: the form that is sent again does it, or says that it was done', async () => {
  const takes = [await askAndFill(), await askAndFill(), await askAndFill()];
  const makes = [await prepareMake(), await prepareMake(), await prepareMake()];
  const opens = await Promise.all(takes.map(({ link }) => prepare('take_drop', { link })));
  const { drop, sso } = place.gates;
  const cut: Promise<unknown>[] = [];
  for (const [forms, path] of [
    [makes, '/v1/drop/store'],
    [opens, '/v1/drop/consume'],
  ] as const) {
    const steps = [
      () => drop.hold('request', path),
      () => drop.hold('answer', path),
      () => sso.hold('answer', 'POST /account/drops'),
    ];
    for (const [at, hold] of steps.entries()) {
      const reached = hold();
      cut.push(forms[at]?.send(place.secondSso) ?? Promise.reject(new Error('no form')));
      await reached;
    }
  }
  await place.killSecondSso();
  expect(await Promise.all(cut)).toEqual(Array.from({ length: 6 }));

  const made = await Promise.all(makes.map(({ send }) => send()));
  expect(made.map(said)).toEqual([
    [200, null],
    [409, 'drop_made'],
    [409, 'drop_made'],
  ]);
  expect((await takeDropLink(linkIn(made[0]))).payload).toBe(`${canary} made`);
  expect(await Promise.all(makes.map(({ label }) => statesOf(label)))).toEqual([
    ['consumed'],
    ['active'],
    ['active'],
  ]);
  const opened = await Promise.all(opens.map(({ send }) => send()));
  expect(opened.map(said)).toEqual([
    [200, null],
    [409, 'drop_ended'],
    [409, 'drop_ended'],
  ]);
  expect(JSON.stringify(opened[0]?.body)).toContain(`${canary} filled`);
  expect((await Promise.all(takes.map(({ label }) => statesOf(label)))).flat()).toEqual(
    Array(3).fill('consumed'),
  );
});

test('kill -9 of user-api before and after the row and the mail of an event: one row and one mail for each', async () => {
  const { rows, mails } = place.gates;
  const created_at = new Date().toISOString();
  const makeEvent = (label: string) => ({
    id: randomUUID(),
    type: 'drop.taken',
    owner: person.id,
    notify: true,
    created_at,
    label,
  });
  const ids: string[] = [];
  for (const side of ['request', 'answer'] as const) {
    const [mailed, logged] = [makeEvent(`mail ${side}.`), makeEvent(`row ${side}.`)];
    const sent = mails.hold(side, mailed.id);
    expect((await place.bring(mailed))?.status).toBe(200);
    await sent;
    const written = rows.hold(side, logged.label);
    const cut = place.bring(logged);
    await written;
    await place.crashUserApi();
    expect(await cut).toBeUndefined();
    for (const event of [mailed, logged]) expect((await place.bring(event))?.status).toBe(200);
    ids.push(mailed.id, logged.id);
  }
  const named = ids.map((id) => `'${id}'`).join();
  const sentRows = `select id from mails where id in (${named}) and status = 'sent'`;
  await waitUntil(
    async () => (await place.query('user-api', sentRows)).length === 4,
    () => new Error('a mail was not sent'),
  );
  expect(await place.query('user-api', `select id from request_log where id in (${named})`)).toHaveLength(4);
  const received = place.mailbox
    .messages(person.email)
    .filter(({ text }) => /(mail|row) (request|answer)\./.test(text));
  // Its answer was lost: it is sent once more, as the same mail.
  expect([received.length, new Set(received.map(({ messageId }) => messageId)).size]).toEqual([5, 4]);
});

test('nothing that opens a secret, or is in it, is in a log, a row, Redis or a mail', async () => {
  const made = await prepare('make_drop', { text: `${canary} page`, passphrase: `${canary} passphrase` });
  expect(await person.sendPage(made.form)).toContain('/d/');
  for (const text of [`${canary} again`, `${canary} long ${'x'.repeat(65_536)}`])
    expect(await person.sendPage({ ...made.form, text })).toContain(text);
  const id = (await person.open()).items[0]?.id ?? '';
  expect(await person.sendPage({ ...made.form, act: 'revoke_drop', id })).toContain('revoked');
  const { form } = await prepare('take_drop', { link: notified.link });
  expect(await person.sendPage(form)).toContain(`${canary} filled`);
  await place.mailbox.waitFor(person.email, ({ text }) => text.includes(notified.label));
  const [ofSso, ofUserApi] = [await place.readRows('sso'), await place.readRows('user-api')];
  const mails = JSON.stringify(place.mailbox.messages());
  const [logs, redis] = [place.readLogs(), await place.readRedis()];
  // Each is what it is said to be.
  expect([logs, ofSso, ofUserApi, redis, mails].map((part) => Math.min(part.length, 200))).toEqual(
    Array(5).fill(200),
  );
  expect([ofUserApi, mails].filter((part) => !part.includes(notified.label))).toEqual([]);
  expect(logs).toContain('/account/drops');
  expect(redis).toContain('drop_revoked');
  const spellings = [...secrets].flatMap((secret) => {
    const bytes = Buffer.from(secret.replace(/^dk1_/, ''), secret.startsWith('dk1_') ? 'base64url' : 'utf8');
    return [secret.replace(/^dk1_/, ''), bytes.toString('hex'), bytes.toString('base64').slice(0, -4)];
  });
  expect(secrets.size).toBeGreaterThan(1);
  const held = logs + ofSso + ofUserApi + redis + mails;
  expect(spellings.filter((spelling) => held.includes(spelling))).toEqual([]);
});
