import type { Urls } from '../../infra/local/environment.ts';
import { approve, demo, fromNetwork } from '../../infra/local/person.ts';
import {
  postForm,
  postJson,
  redemption,
  refreshing,
  repeatWhileBusy,
  startDevice,
  tokensOf,
} from '../../infra/local/raw-requests.ts';
import type { TokenPackage } from '../../services/sso/src/oauth/token/token-package.ts';

/** A drop, and what was answered about it before the backup began. */
export interface Stored {
  readonly id: string;
  readonly key: string;
  readonly isStoredBefore: boolean;
  /** Whether anybody has tried to take it, and with success before the backup began. */
  isTried: boolean;
  isTakenBefore: boolean;
}

/** A device, with each package of tokens that it got. */
export interface Device {
  readonly packages: TokenPackage[];
  /** How many of these came before the backup began. */
  before: number;
}

const client = demo.rp;

/** Signs a device in for the demo person. */
export async function openDevice(urls: Urls, at: number): Promise<Device> {
  const device = await startDevice(urls, client);
  await approve(urls, { userCode: device.user_code }, { network: fromNetwork(at) });
  const { status, body } = await repeatWhileBusy(() =>
    postForm(`${urls.sso}/token`, redemption(client, device.device_code)),
  );
  if (status !== 200) throw new Error(`the pickup was answered ${status}: ${JSON.stringify(body)}`);
  return { packages: [tokensOf({ body })], before: 1 };
}

/** One refresh; the status, and the package where there is one. */
export async function refresh(urls: Urls, tokens: TokenPackage) {
  const { status, body } = await repeatWhileBusy(() =>
    postForm(`${urls.sso}/token`, refreshing(client, tokens)),
  );
  return { status, tokens: status === 200 ? tokensOf({ body }) : undefined };
}

/** One attempt to take a drop; true where it was answered with the payload. */
export async function take(urls: Urls, token: string, { id, key }: Pick<Stored, 'id' | 'key'>) {
  const { status } = await repeatWhileBusy(() =>
    postJson(`${urls.drop}/v1/drop/consume`, { token, id, key }),
  );
  return status === 200;
}

/** Whether user-api accepts a token. */
export async function isAccepted(urls: Urls, token: string): Promise<boolean> {
  return (await postJson(`${urls.userApi}/session/me`, { token })).status === 200;
}

/** Stores and takes drops, and renews devices, until it is stopped; the ledger says what was answered when. */
export function startLoad(urls: Urls, token: string, devices: readonly Device[]) {
  const drops: Stored[] = [];
  const state = { isBefore: true, isStopped: false };

  async function useDrops(worker: number): Promise<void> {
    for (let turn = worker; !state.isStopped; turn += 1) {
      const sent = { token, payload: `payload ${turn}` };
      const { status, body } = await postJson(`${urls.drop}/v1/drop/store`, sent);
      if (status !== 200) throw new Error(`a drop was answered ${status}: ${JSON.stringify(body)}`);
      const { id, key } = body['data'] as { id: string; key: string };
      const isTried = turn % 2 === 0;
      const stored: Stored = { id, key, isStoredBefore: state.isBefore, isTried, isTakenBefore: false };
      drops.push(stored);
      if (isTried) stored.isTakenBefore = (await take(urls, token, stored)) && state.isBefore;
    }
  }

  async function renew(device: Device): Promise<void> {
    while (!state.isStopped) {
      const last = device.packages.at(-1) as TokenPackage;
      const { tokens, status } = await refresh(urls, last);
      if (tokens === undefined) throw new Error(`a refresh was answered ${status}`);
      device.packages.push(tokens);
      if (state.isBefore) device.before = device.packages.length;
    }
  }

  const work = Promise.all([...[0, 1, 2, 3].map(useDrops), ...devices.map(renew)]);
  return {
    drops,
    /** What is answered from now on may be missing in the backup. */
    beginBackup: () => void (state.isBefore = false),
    async stop() {
      state.isStopped = true;
      await work;
    },
    /** Rejects when a request was refused. */
    work,
  };
}
