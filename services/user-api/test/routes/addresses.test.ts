import { request } from '@latchkey/testing';
import { createDoors, type Doors } from '../setup/doors.ts';
import { database } from '../setup/test-database.ts';

let doors: Doors;
let slug: string;
beforeEach(async () => {
  doors = createDoors();
  slug = (await doors.addOrg()).slug;
});

/** Every place where an address enters: who sends it there, and the field that is refused. */
const places: Record<string, (email: string) => Promise<{ code?: string; field?: string }>> = {
  'the form of a sign-up': async (email) => refusal(await doors.ask(email)),
  'the form of a reset': async (email) => refusal(await doors.ask(email, 'reset')),
  '/org/invite': async (email) => {
    const owner = await doors.add();
    const member = { id: crypto.randomUUID(), userId: owner.id, role: 'owner', status: 'active' };
    const { id: orgId } = await database.prisma.org.findFirstOrThrow({ where: { slug } });
    await database.prisma.member.create({ data: { ...member, orgId, createdAt: new Date(0) } });
    return send('/org/invite', owner, { org: slug, role: 'member', email });
  },
  '/admin/org/invite': async (email) =>
    send('/admin/org/invite', await root(), { org: slug, role: 'member', email }),
  '/admin/user/create': async (email) => send('/admin/user/create', await root(), { email }),
  '/auth/signup': async (email) => {
    const relay = doors.siblings.relay({ purpose: 'signup' });
    const fields = { relay, 'auth.user': email, 'auth.pass': 'four quiet herons', name: 'Anna' };
    return (await request(doors.app).post('/auth/signup').send(fields)).body;
  },
};
const root = () => doors.add({ kind: 'root' });
const refusal = (answer: object): { code?: string; field?: string } => answer;
const send = async (...all: Parameters<Doors['send']>) => (await doors.send(...all)).body;

const useless = [
  '<a@x.test>',
  'a@x.test>',
  'a@x.test(y)z',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'a@x.test.',
  'a@x..test',
  'a@x_y.test',
  'a@\u2603\u200D.test',
  'a@b@x.test',
  '"a"@x.test',
  'a b@x.test',
  'nobody',
];

/** All of them at the first place, and a few at each other, where the same code reads them. */
const triedAt = (at: number) => useless.filter((_, turn) => at === 0 || turn % 5 === at - 1);

describe.each(Object.keys(places).map((place, at) => [place, triedAt(at)] as const))(
  'at %s',
  (place, tried) => {
    test.each(tried)('400 for %j, which can get no mail', async (email) => {
      const { code, field } = await places[place]!(email);
      expect([code, field]).toEqual(['invalid_value', place === '/auth/signup' ? 'auth.user' : 'email']);
    });

    test('200 for an address in any spelling, which is stored once', async () => {
      const local = crypto.randomUUID();
      const spelt = `\u3000\u2068${local.toUpperCase()}@M\u00DCNCHEN.\uFF45xample\u00A0`;
      expect((await places[place]!(spelt)).code).toBeUndefined();
      const email = `${local}@xn--mnchen-3ya.example`;
      const [users, mails] = await Promise.all([
        database.prisma.user.count({ where: { email } }),
        database.prisma.mail.count({ where: { recipient: email } }),
      ]);
      expect(users + mails).toBeGreaterThan(0);
    });
  },
);

test('200 two spellings of one domain have one open invitation to an org, and one account', async () => {
  const local = crypto.randomUUID();
  const operator = await root();
  const invite = { org: slug, role: 'member' };
  for (const domain of ['m\u00FCnchen.example', 'xn--mnchen-3ya.example', 'M\u00DCNCHEN\u3002example'])
    await send('/admin/org/invite', operator, { ...invite, email: `${local}@${domain}` });
  const email = `${local}@xn--mnchen-3ya.example`;
  expect(await database.prisma.invitation.count({ where: { email } })).toBe(1);
  const account = await doors.add({ email });
  const typed = { email: `${local}@M\u00FCnchen.example` };
  const found = await doors.send('/admin/user/search', operator, typed);
  expect(found.body.data.items).toMatchObject([{ id: account.id }]);
  expect((await doors.send('/admin/mail/search', operator, typed)).body.data.items).toHaveLength(3);
});
