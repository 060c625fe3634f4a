import type { Account } from '../../src/accounts/account.ts';
import { createDoors, type Doors } from '../setup/doors.ts';

let doors: Doors;
let anna: Account;
beforeEach(async () => {
  doors = createDoors();
  anna = await doors.add({ emailVerifiedAt: null });
});

const request = (account = anna) => doors.send('/account/me/email/request_confirmation', account);
const confirm = (link: string, account = anna) => doors.send('/account/me/email/confirm', account, { link });
async function linkTo({ email } = anna): Promise<string> {
  await request();
  return (await doors.newestTo(email)).token;
}
const isVerified = async ({ id } = anna) =>
  (await doors.stores.accounts.findById(id))?.emailVerifiedAt !== null;

describe('POST /account/me/email/request_confirmation', () => {
  test('409 state_conflict where the address is verified', async () => {
    const { body } = await request(await doors.add());
    expect(body).toMatchObject({ code: 'state_conflict' });
  });

  test('200 mail: off where no mail is sent', async () => {
    doors = createDoors({ sendsMail: false });
    expect((await request()).body.data).toEqual({ mail: 'off' });
    expect(await doors.mailsTo(anna.email)).toEqual([]);
  });

  test('200 with a mail, and within 2 minutes no second one', async () => {
    for (let sent = 0; sent < 2; sent += 1) expect((await request()).body.data).toEqual({ mail: 'on' });
    expect((await doors.mailsTo(anna.email)).map(({ kind }) => kind)).toEqual(['confirm', 'none']);
  });
});

describe('POST /account/me/email/confirm', () => {
  test('404 for what is no link, for one that has ended, and for one of another purpose', async () => {
    const link = await linkTo();
    await doors.ask(anna.email);
    const other = await doors.newestTo(anna.email);
    const { body: noLink } = await confirm('nonsense');
    const { body: ofReset } = await confirm(other.token);
    const refused = { code: 'not_found', field: 'link' };
    expect({ noLink, ofReset }).toMatchObject({ noLink: refused, ofReset: refused });
    doors.clock.advance(24 * 3600);
    expect((await confirm(link)).body.code).toBe('not_found');
    expect(await isVerified()).toBe(false);
  });

  test('404 for another account: who only opens the link of a stranger’s account confirms nothing', async () => {
    const link = await linkTo();
    expect((await confirm(link, await doors.add({ emailVerifiedAt: null }))).body.code).toBe('not_found');
    expect(await doors.view(link)).toMatchObject({ data: { purpose: 'confirm', user_id: anna.id } });
    expect(await isVerified()).toBe(false);
  });

  test('200 verifies the address with a row; a second time changes nothing', async () => {
    const link = await linkTo();
    expect((await confirm(link)).body.data).toEqual({ email_verified: true });
    expect((await doors.send('/account/me/view', anna)).body.data.email_verified).toBe(true);
    expect((await doors.rowsOf(anna.id)).map(({ event }) => event)).toEqual(['user.verify_email']);
    expect((await confirm(link)).body.data).toEqual({ email_verified: true });
    expect(await doors.rowsOf(anna.id)).toHaveLength(1);
  });

  test('one of 20 at once confirms, with one row', async () => {
    const link = await linkTo();
    await Promise.all(Array.from({ length: 20 }, () => confirm(link)));
    expect(await isVerified()).toBe(true);
    expect(await doors.rowsOf(anna.id)).toHaveLength(1);
  });
});
