import { decide, demo } from '../../infra/local/person.ts';
import {
  redemption,
  refreshing,
  startDevice,
  tokensOf,
  type Answer,
  type StartedDevice,
} from '../../infra/local/raw-requests.ts';
import type { TokenPackage } from '../../services/sso/src/token/token-package.ts';
import type { SsoFleet } from './sso-fleet.ts';

/** What one flow saw while processes died around it. */
export interface FlowReport {
  /** Answers with tokens for the one device code. */
  readonly deliveries: number;
  /** Rounds of polls after the approval until the code was settled. */
  readonly ticks: number;
  /**
   * Most rounds on end after the approval that were answered without a fault and settled nothing. One may be: a crash
   * that the client does not see, as Redis dying under a claim, leaves it for one interval.
   */
  readonly staleTicks: number;
  /** For each refresh how many different successors were handed out. */
  readonly successors: readonly number[];
  /** Requests to /token that got no answer, or 503. */
  readonly faults: number;
  readonly chain: string | undefined;
}

const refreshes = 3;
const retryMs = 400;
const clients = [demo.cli, demo.rp] as const;
const people = [demo.email, 'admin@latchkey.test', 'root@latchkey.test'];

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** Each flow comes from a network of its own, so that no limit hides a fault. */
const networkOf = (at: number) => ({ 'x-forwarded-for': `10.${at >> 8}.${at & 255}.7` });

/** Tries until `work` gives something or the test is over; the test's own time limit ends what is stuck. */
async function retryUntilAnswered<T>(
  fleet: SsoFleet,
  work: (turn: number) => Promise<T | undefined>,
): Promise<T> {
  for (let turn = 0; !fleet.isStopped(); turn += 1) {
    const result = await work(turn).catch(() => undefined);
    if (result !== undefined) return result;
    await wait(retryMs);
  }
  throw new Error('The test is over.');
}

/**
 * One person, one client: start, approve on the page, poll every interval, with a secret at both processes at once,
 * then refresh several times in the same way. The client repeats
 * whatever fails. `onPoll` is called for each poll after the approval.
 */
export async function runFlow(fleet: SsoFleet, at: number, onPoll: () => void): Promise<FlowReport> {
  const client = clients[at % clients.length] ?? demo.cli;
  const device = await retryUntilAnswered(fleet, (turn) => startDevice(fleet.urlsOf(at + turn), client));
  await approve(fleet, device, at);
  const form = redemption(client, device.device_code);
  const picked = await pollUntilSettled(fleet, at, form, device.interval, onPoll);
  const successors: number[] = [];
  let { tokens, faults } = picked;
  for (let round = 0; tokens !== undefined && round < refreshes; round += 1) {
    const refreshed = await refresh(fleet, at, refreshing(client, tokens));
    successors.push(refreshed.different);
    ({ tokens } = refreshed);
    faults += refreshed.faults;
  }
  const { deliveries, ticks, staleTicks } = picked;
  return { deliveries, ticks, staleTicks, faults, successors, chain: picked.tokens?.binding_chain };
}

async function approve(fleet: SsoFleet, { user_code }: StartedDevice, at: number): Promise<void> {
  const person = { email: people[at % people.length] ?? demo.email, network: networkOf(at) };
  await retryUntilAnswered(fleet, async (turn) => {
    const { status } = await decide(fleet.urlsOf(at + turn), user_code, 'approve', person);
    // 400: the code waits for nobody any more, since an approval counted whose answer was lost.
    return status === 200 || status === 400 ? true : undefined;
  });
}

/** Both processes are asked the same at once. */
function askBoth(fleet: SsoFleet, form: Record<string, string>): Promise<(Answer | undefined)[]> {
  return Promise.all([fleet.askToken(0, form), fleet.askToken(1, form)]);
}

const isFault = (answer: Answer | undefined) => answer === undefined || answer.status === 503;
const isPending = (answer: Answer | undefined) =>
  ['authorization_pending', 'slow_down'].includes(String(answer?.body['error']));
const readTokens = (answer: Answer | undefined) => (answer?.status === 200 ? tokensOf(answer) : undefined);

async function pollUntilSettled(
  fleet: SsoFleet,
  at: number,
  form: Record<string, string>,
  intervalSeconds: number,
  onPoll: () => void,
) {
  let [deliveries, faults, ticks, staleNow, staleTicks] = [0, 0, 0, 0, 0];
  const isPublic = !('client_secret' in form);
  const poll = async () => {
    onPoll();
    // A public client asks once: a second request that comes after the pickup is a replay, which ends its family.
    const answers = isPublic ? [await fleet.askToken(at + ticks, form)] : await askBoth(fleet, form);
    const failed = answers.filter(isFault).length;
    const won = answers.map(readTokens).filter((tokens) => tokens !== undefined);
    faults += failed;
    deliveries += won.length;
    // A refusal beside a fault settles nothing: the request that failed may have held the code, and released it.
    const isSettled = won.length > 0 || (failed === 0 && answers.some((answer) => !isPending(answer)));
    const odd = answers.find((answer) => answer && ![200, 400, 503].includes(answer.status));
    if (odd) throw new Error(`flow ${at} was answered ${odd.status}: ${JSON.stringify(odd.body)}`);
    return { failed, isSettled, tokens: won[0] };
  };
  while (!fleet.isStopped()) {
    ticks += 1;
    const { failed, isSettled, tokens } = await poll();
    if (isSettled) {
      // An authenticated client may ask again without harm, and must get nothing.
      if (!isPublic) await poll();
      return { deliveries, faults, ticks, staleTicks, tokens };
    }
    staleNow = failed === 0 ? staleNow + 1 : 0;
    staleTicks = Math.max(staleTicks, staleNow);
    await wait(intervalSeconds * 1000);
  }
  throw new Error('The test is over.');
}

/** Repeats one refresh until it is answered; a successor that was handed out twice must be the same. */
async function refresh(
  fleet: SsoFleet,
  at: number,
  form: Record<string, string>,
): Promise<{ tokens: TokenPackage; different: number; faults: number }> {
  let faults = 0;
  const answers = await retryUntilAnswered(fleet, async () => {
    const both = await askBoth(fleet, form);
    faults += both.filter(isFault).length;
    return both.every(isFault) ? undefined : both;
  });
  const packages = answers.map(readTokens).filter((tokens) => tokens !== undefined);
  const [tokens] = packages;
  const refused = answers.find((answer) => !isFault(answer) && answer?.status !== 200);
  if (tokens === undefined || refused !== undefined)
    throw new Error(`flow ${at} lost its family: ${refused?.status} ${JSON.stringify(refused?.body)}`);
  return { tokens, different: new Set(packages.map((one) => one.refresh_token)).size, faults };
}
