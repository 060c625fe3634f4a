type Kept<T> = Omit<T, 'provenAtMs'> & { readonly provenAtMs?: number };

/**
 * Reads when something kept was proven; a record without `provenAtMs` was proven at its `authTime`, in seconds. Throws
 * when neither can be read, because a proof without a time cannot be compared with a void.
 */
export function withProof<T extends { readonly authTime: number; readonly provenAtMs: number }>(
  kept: Kept<T>,
): Kept<T> & { readonly provenAtMs: number } {
  const provenAtMs = kept.provenAtMs ?? kept.authTime * 1000;
  if (!Number.isFinite(kept.authTime) || !Number.isFinite(provenAtMs))
    throw new Error('a kept proof without a readable time');
  return { ...kept, provenAtMs };
}
