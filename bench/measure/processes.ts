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

/** Resident memory of a process in MB, and the most that it has had. */
export function readMemory(pid: number): { now: number; peak: number } {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1024;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

/** CPU seconds of the whole machine, used and in all. */
export function readMachine(): { used: number; all: number } {
  const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const ticks = first.split(/\s+/).slice(1, 9).map(Number);
  const all = ticks.reduce((sum, one) => sum + one, 0);
  const [, , , idle = 0, waiting = 0] = ticks;
  return { used: (all - idle - waiting) / ticksPerSecond, all: all / ticksPerSecond };
}
