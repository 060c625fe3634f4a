/** "256 kB" in the language of `tag`, of 1,024 bytes each. */
export function formatSize(tag: string, bytes: number): string {
  const format = new Intl.NumberFormat(tag, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
  return format.format(bytes / 1024);
}
