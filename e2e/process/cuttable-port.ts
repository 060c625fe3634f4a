import type { Teardown } from '../../infra/local/teardown.ts';
import { openStablePort, through, type Pass } from './stable-port.ts';

/** Where nobody listens. */
const nowhere = 1;

/** The address of a server behind a line that can be slow, or cut: whoever talks over it then finds nobody there. */
export async function openCuttablePort(url: string, teardown: Teardown) {
  let isCut = false;
  let delayMs = 0;
  const portNow = () => (isCut ? nowhere : Number(new URL(url).port));
  const pass: Pass = (piece, done) => {
    if (delayMs === 0) done(null, piece);
    else setTimeout(done, delayMs, null, piece);
  };
  const line = await openStablePort(portNow, teardown, () => [pass, pass]);
  return {
    url: through(url, line),
    cut() {
      isCut = true;
      line.hangUp();
    },
    /** Each piece of data waits as long, in both directions. */
    slow(ms: number) {
      delayMs = ms;
    },
    mend() {
      isCut = false;
      delayMs = 0;
    },
  };
}
