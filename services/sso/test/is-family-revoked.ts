import type { FamilyStore } from '../src/oauth/family/family-store.ts';

/** Undefined when there is no such family. */
export async function isFamilyRevoked(
  families: Pick<FamilyStore, 'findById'>,
  familyId: string,
): Promise<boolean | undefined> {
  const family = await families.findById(familyId);
  return family && family.revokedAt !== null;
}
