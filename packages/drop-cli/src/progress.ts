import type { Output } from './shell.ts';

/** A smaller transfer ends before anybody can read the bar. */
const shownFromBytes = 128 * 1024;
const barWidth = 24;

/** Draws how many of `total` bytes have been transferred, on a terminal and for large payloads only. */
export function createProgress(output: Output, label: string, total: number): (done: number) => void {
  if (!output.isTTY || total < shownFromBytes) return () => undefined;
  let shown = -1;
  return (done) => {
    const percent = Math.floor((Math.min(done, total) / total) * 100);
    if (percent === shown) return;
    shown = percent;
    const filled = Math.round((percent / 100) * barWidth);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
    output.write(`\r${label} ${bar} ${percent} %${percent === 100 ? '\n' : ''}`);
  };
}
