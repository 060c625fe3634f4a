import { defineDownload } from '@latchkey/http-server';
import { accountAccess } from '../../../access/account-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { writeExport } from '../../../own-account/write-export.ts';
import { confirmUnlessRecent, recentPassword } from '../../../password/confirm-password.ts';
import { passwordField } from '../../../password/passwords.ts';
import { createEntry } from '../../../request-log/log-event.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { describeExport, exportSections } from './export-sections.ts';

/** Source: contract part 2 "Own data". */
export const accountExport = defineDownload({
  path: '/account/me/export',
  summary: 'Sends all that Latchkey keeps of the account as one file of JSON',
  access: accountAccess,
  input: { properties: { 'auth.pass': { ...passwordField, description: recentPassword } } },
  output: describeExport,
  errors: [errors.fieldMissing, errors.credentialsInvalid, errors.throttled, errors.overloaded],
  async handle(context: UserApiContext, input, caller, request) {
    const origin = originOf(request);
    await confirmUnlessRecent(context, caller, input, origin);
    const row = createEntry(context, { event: 'account.export', userId: caller.account.id }, origin);
    const sections = await exportSections(context, caller, origin.traceparent);
    const begin = () => context.requestLog.add(row);
    return { filename: 'latchkey-account.json', pieces: withBeginning(writeExport(sections), begin) };
  },
});

/** Does something when the first piece is there and before it is sent. */
async function* withBeginning<Piece>(pieces: AsyncIterable<Piece>, begin: () => Promise<void>) {
  let hasBegun = false;
  for await (const piece of pieces) {
    if (!hasBegun) await begin();
    hasBegun = true;
    yield piece;
  }
}
