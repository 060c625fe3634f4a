import type { Teardown } from '../../infra/local/teardown.ts';
import { openStablePort } from './stable-port.ts';

/** Where nobody listens. */
const nowhere = 1;

/** The address of a server behind a line that can be cut; whoever talks over it then finds nobody there. */
export async function openCuttablePort(url: string, teardown: Teardown) {
  let isCut = false;
  const line = await openStablePort(() => (isCut ? nowhere : Number(new URL(url).port)), teardown);
  const address = new URL(url);
  address.hostname = '127.0.0.1';
  address.port = String(line.port);
  return {
    url: address.href,
    cut() {
      isCut = true;
      line.hangUp();
    },
    mend() {
      isCut = false;
    },
  };
}
