import { readdirSync, readFileSync } from 'node:fs';

/** The clock of /proc on Linux. */
const ticksPerSecond = 100;

interface Stat {
  readonly parent: number;
  readonly ownTicks: number;
  /** Of children that have ended. */
  readonly endedTicks: number;
}

function readStat(pid: number | string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold spaces. Behind it: state, parent, ... as proc(5) lists them.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent: fields[1] ?? 0, ownTicks: user + system, endedTicks: endedUser + endedSystem };
  } catch {
    return undefined;
  }
}

/** CPU seconds of a process so far, with those of its children. */
export function readCpuSeconds(pid: number): number {
  const stat = readStat(pid);
  if (stat === undefined) return 0;
  let ticks = stat.ownTicks + stat.endedTicks;
  for (const entry of readdirSync('/proc')) {
    const child = /^\d+$/.test(entry) ? readStat(entry) : undefined;
    if (child?.parent === pid) ticks += child.ownTicks;
  }
  return ticks / ticksPerSecond;
}

/** The most resident memory that a process has had, in MB. */
export function readPeakMemory(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024;
}
