const minuteSeconds = 60;
const hourSeconds = 3600;

/** "in 5 minutes" in the language of `tag`, never shorter than the real wait. */
export function formatWait(tag: string, waitSeconds: number): string {
  const seconds = Math.max(1, Math.ceil(waitSeconds));
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'always' });
  if (seconds < minuteSeconds) return relative.format(seconds, 'second');
  if (seconds <= hourSeconds) return relative.format(Math.ceil(seconds / minuteSeconds), 'minute');
  return relative.format(Math.ceil(seconds / hourSeconds), 'hour');
}

/** "256 kB" in the language of `tag`, of 1,024 bytes each. */
export function formatSize(tag: string, bytes: number): string {
  const format = new Intl.NumberFormat(tag, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
  return format.format(bytes / 1024);
}
