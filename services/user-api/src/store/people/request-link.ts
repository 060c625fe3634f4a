import type { Link } from '../../people/mail/link.ts';
import type { Mail } from '../../people/mail/mail.ts';
import { at, insertRows, Prisma, type Transaction } from '../database.ts';
import { sameAs } from './link-rows.ts';

/** A link that is younger is not replaced, nor mailed again. */
const youngMs = 120_000;

export async function requestLink(
  transaction: Transaction,
  { link, mail }: { readonly link: Link | null; readonly mail: Mail },
): Promise<boolean> {
  const now = mail.createdAt;
  const longAgo = at(new Date(now.getTime() - youngMs));
  const old = link === null ? Prisma.sql`false` : Prisma.sql`${sameAs(link)} and created_at <= ${longAgo}`;
  await transaction.$executeRaw`
    update links set replaced_at = ${at(now)} where ${old} and replaced_at is null and ended_at is null`;
  const isNews = link
    ? Prisma.sql`exists (select from opened)`
    : Prisma.sql`${mail.kind !== 'none'} and not exists (select from mails m
        where m.created_at > ${longAgo} and m.recipient = ${mail.recipient} and m.kind = ${mail.kind})`;
  const quiet = { ...mail, kind: 'none', linkId: null, facts: {}, status: 'dropped' } as const;
  const [loud] = mail.kind === 'none' ? [] : [mail];
  const [written] = await transaction.$queryRaw<{ isMailed: boolean }[]>`
    with opened as (${insertRows('links', link === null ? [] : [link])} on conflict do nothing returning id)
    ${insertRows('mails', loud === undefined ? [quiet] : [loud, quiet])} where (made.kind <> 'none') = (${isNews})
    returning kind <> 'none' as "isMailed"`;
  return written?.isMailed === true;
}
