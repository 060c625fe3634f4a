import { ApiError, type LinkPurpose } from '@latchkey/contracts';
import { errors } from '../../errors.ts';
import { assertNoWait, type CounterPorts } from '../../signing-in/attempt/counters.ts';
import type { LinkTokens } from '../mail/link-token.ts';
import type { LinkStore, OpenLink } from './link-store.ts';

export interface FindLinkPorts {
  now(): number;
  readonly links: Pick<LinkStore, 'find'>;
  readonly linkTokens: Pick<LinkTokens, 'readId'>;
}

/** The open link of a token that is for one of these purposes; it stays unspent. Throws not_found. */
export async function findLink(
  { links, linkTokens, now }: FindLinkPorts,
  token: string,
  ...purposes: readonly LinkPurpose[]
): Promise<OpenLink> {
  const id = linkTokens.readId(token, ...purposes);
  const link = id === undefined ? undefined : await links.find(id, new Date(now()));
  if (link === undefined || !purposes.includes(link.purpose))
    throw new ApiError(errors.notFound, { field: 'token' });
  return link;
}

/** Counts a use of an open link, since each costs a hash. Throws throttled. */
export async function holdTry(ports: CounterPorts & { newId(): string }, whom: string): Promise<void> {
  assertNoWait(await ports.attempts.hold([ports.counterOf('linkTries', whom)], ports.newId()));
}
