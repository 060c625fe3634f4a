import type { Profiler } from 'node:inspector';
import { causeOf } from './causes.ts';

/** Times in microseconds. */
export interface ProfileSummary {
  readonly busy: number;
  readonly byCause: ReadonlyMap<string, number>;
  readonly byFunction: ReadonlyMap<string, number>;
}

interface Frame extends Profiler.ProfileNode {
  self: number;
  parent?: Frame;
}

/**
 * Adds up the own time of every function, by name and by cause. What Node and native code do counts for the nearest caller
 * that has a cause, so that a socket's write is Redis's under ioredis.
 */
export function readProfile({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): ProfileSummary {
  const frames = new Map<number, Frame>(nodes.map((node) => [node.id, { ...node, self: 0 }]));
  for (const frame of frames.values())
    for (const id of frame.children ?? []) {
      const child = frames.get(id);
      if (child !== undefined) child.parent = frame;
    }
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    if (frame !== undefined) frame.self += timeDeltas[index] ?? 0;
  }
  return addUp([...frames.values()].filter(isWork));
}

/** The profiler's own start and stop are nobody's work. */
function isWork({ self, callFrame: { functionName, url } }: Frame): boolean {
  return self > 0 && !['(idle)', '(root)'].includes(functionName) && url !== 'node:inspector';
}

function addUp(frames: readonly Frame[]): ProfileSummary {
  const byCause = new Map<string, number>();
  const byFunction = new Map<string, number>();
  let busy = 0;
  for (const frame of frames) {
    const { functionName, url, lineNumber } = frame.callFrame;
    const cause = findCause(frame);
    const place = url === '' ? 'native' : `${shorten(url)}:${lineNumber + 1}`;
    const name = `${functionName || '(anonymous)'} ${place} [${cause}]`;
    busy += frame.self;
    byCause.set(cause, (byCause.get(cause) ?? 0) + frame.self);
    byFunction.set(name, (byFunction.get(name) ?? 0) + frame.self);
  }
  return { busy, byCause, byFunction };
}

function findCause(frame: Frame): string {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent) {
    const cause = causeOf(at.callFrame);
    if (cause !== undefined) return cause;
  }
  return 'node: HTTP, sockets, timers';
}

function shorten(url: string): string {
  return url
    .replace(/^file:\/\//, '')
    .replace(/^.*(?:node_modules\/(?!\.pnpm)|\/(?=services\/|packages\/))/, '');
}

/** The causes and the functions that take the most time of one request. */
export function renderProfile({ busy, byCause, byFunction }: ProfileSummary, requests: number): string {
  const lines = (times: ReadonlyMap<string, number>, count: number) =>
    [...times]
      .sort(([, a], [, b]) => b - a)
      .slice(0, count)
      .map(([name, self]) => {
        const share = `${((100 * self) / busy).toFixed(1)} %`.padStart(9);
        return `${share}${(self / requests).toFixed(0).padStart(7)} µs  ${name}`;
      });
  const each = (busy / requests).toFixed(0);
  return [
    `${each} µs of the main thread for each of ${requests} requests`,
    ...lines(byCause, 20),
    '',
    ...lines(byFunction, 15),
  ].join('\n');
}
