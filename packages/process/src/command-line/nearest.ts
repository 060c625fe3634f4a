/** The known word that a mistyped one most likely means: at most two letters, or a third of it, differ; one of a short word. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const most = typed.length < 5 ? 1 : Math.max(2, Math.floor(typed.length / 3));
  const ranked = known
    .map((word) => [distance(typed.toLowerCase(), word.toLowerCase()), word] as const)
    .sort(([one], [other]) => one - other);
  const [least] = ranked;
  return least !== undefined && least[0] <= most ? least[1] : undefined;
}

/** How many letters must be added, left out or changed (Levenshtein). */
function distance(one: string, other: string): number {
  const letters = Array.from(other);
  let row = [0, ...letters.map((_, at) => at + 1)];
  for (const [line, letter] of Array.from(one).entries()) {
    const next = [line + 1];
    for (const [at, there] of letters.entries()) {
      const changed = (row[at] ?? 0) + (letter === there ? 0 : 1);
      next.push(Math.min(changed, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
