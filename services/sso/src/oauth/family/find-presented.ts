import { hashSecret, isSameHash } from '@latchkey/secrets';
import type { FamilyStore } from './family-store.ts';
import type { RefreshFamily } from './family.ts';
import { readRefreshToken } from './refresh-secrets.ts';

/** A refresh token that its family has made, and what it is to that family. */
export interface PresentedToken {
  readonly family: RefreshFamily;
  /** Of a later generation is a token whose rotation the database has lost, by a restore or a failover. */
  readonly state: 'current' | 'superseded' | 'later';
  readonly generation: number;
}

/**
 * Looks a refresh token up by the family that it names. Undefined, as for any text, where the family has not made it:
 * the id of a family is public, and proves nothing. An older token needs no row of its own, since its MAC proves it. The
 * look-up writes nothing. Source: contract part 1 "Token package".
 */
export async function findPresented(
  families: Pick<FamilyStore, 'findById'>,
  token: string,
): Promise<PresentedToken | undefined> {
  const named = readRefreshToken(token);
  const family = named && (await families.findById(named.familyId));
  if (!family || !named.isOf(family.tokenKey)) return undefined;
  const { generation } = named;
  if (generation < family.generation) return { family, state: 'superseded', generation };
  if (generation > family.generation) return { family, state: 'later', generation };
  return isSameHash(hashSecret(token), family.tokenHash)
    ? { family, state: 'current', generation }
    : undefined;
}
