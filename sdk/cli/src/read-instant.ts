const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const dayMs = 86_400_000;
/** RFC 3339 with an offset. */
const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i;

export const timeForms = 'a date such as 2026-11-22, 2026-11-22 09:30, yesterday, or 2h, 3d, 1w ago';

/** The seconds of `90`, `90s`, `30m`, `12h`, `7d` or `2w`; undefined for anything else. */
export function readDuration(text: string): number | undefined {
  const [, count, unit = 's'] = /^(\d{1,9})([smhdw]?)$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (unitSeconds[unit || 's'] ?? 1);
}

/**
 * An instant as a person types it, for a service: `2h` is two hours ago, a date or a time without a zone is meant in
 * the person's own zone, as times are shown. Undefined for anything else.
 */
export function readInstant(text: string, nowMs: number): string | undefined {
  const seconds = /[smhdw]$/.test(text) ? readDuration(text) : undefined;
  if (seconds !== undefined) return toInstant(nowMs - seconds * 1000);
  if (text === 'today' || text === 'yesterday') {
    const midnight = new Date(text === 'today' ? nowMs : nowMs - dayMs);
    return toInstant(midnight.setHours(0, 0, 0, 0));
  }
  const [, day, time = '00:00'] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?$/.exec(text) ?? [];
  const date = new Date(`${day}T${time}`);
  // Date takes 30 February for 2 March.
  if (day !== undefined) return date.getDate() === Number(day.slice(-2)) ? date.toISOString() : undefined;
  return instantForm.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

/** Undefined before the epoch: nothing that is kept is so old. */
function toInstant(ms: number): string | undefined {
  return ms >= 0 ? new Date(ms).toISOString() : undefined;
}
