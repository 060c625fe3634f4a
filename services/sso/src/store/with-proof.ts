type Kept<T> = Omit<T, 'provenAtMs'> & { readonly provenAtMs?: number };

/** What a replica of before `provenAtMs` has kept was proven at its `authTime`, in seconds. */
export function withProof<T extends { readonly authTime: number; readonly provenAtMs: number }>(
  kept: Kept<T>,
): Kept<T> & { readonly provenAtMs: number } {
  return { ...kept, provenAtMs: kept.provenAtMs ?? kept.authTime * 1000 };
}
