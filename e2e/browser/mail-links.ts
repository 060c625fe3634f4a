import { randomUUID } from 'node:crypto';
import type { Stack } from '../../infra/local/stack.ts';
import { createPeople } from '../http/walk/people.ts';

/** The link to one of sso's pages in a mail to an address, once it has arrived. */
export async function linkFor({ urls, mailbox }: Stack, email: string, path: string): Promise<string> {
  const find = (links: readonly string[]) =>
    links.find((link) => link.startsWith(`${urls.sso}${path}?link=`));
  const mail = await mailbox.waitFor(email, ({ links }) => find(links) !== undefined);
  return find(mail.links) ?? '';
}

/** Invites an address into a new org of an operator; the org's slug. Throws when it is refused. */
export async function inviteToOrg({ urls }: Stack, email: string, name: string): Promise<string> {
  const { asOperator } = createPeople(urls);
  const slug = `org-${randomUUID()}`;
  await asOperator('/admin/org/create', { slug, name });
  const { status } = await asOperator('/admin/org/invite', { org: slug, email, role: 'member' });
  if (status !== 200) throw new Error(`The invitation of ${email} was answered ${status}.`);
  return slug;
}
