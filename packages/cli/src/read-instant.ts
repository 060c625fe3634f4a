const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/**
 * An instant as a person types it, for a service: `2h` is two hours ago, a date or a time without a zone is meant in
 * the person's own zone, as times are shown. Whatever else there is goes to the service, which says what it expects.
 */
export function readInstant(text: string, nowMs: number): string {
  const [, count, unit = ''] = /^(\d{1,4})([mhdw])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(nowMs - Number(count) * (unitMs[unit] ?? 0)).toISOString();
  const [, day, time = '00:00'] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?$/.exec(text) ?? [];
  const date = new Date(`${day}T${time}`);
  // Date takes 30 February for 2 March.
  const isDate = day !== undefined && date.getDate() === Number(day.slice(-2));
  return isDate ? date.toISOString() : text;
}
