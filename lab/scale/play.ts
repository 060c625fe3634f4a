import { setTimeout as wait } from 'node:timers/promises';
import { keepRow, type ScenarioRow } from '../../infra/local/scenario-rows.ts';
import { countAnswers } from './answers.ts';
import { signIn, startLoad, type Ledger } from './load.ts';
import type { Place } from './open-place.ts';
import { settle } from './settle.ts';

export interface Scenario {
  readonly name: string;
  readonly disturb: () => Promise<void>;
}

/** Load before the fault and after it. */
const calmMs = 3_000;

/** Puts a place under load, has something fail, and compares what was acknowledged with what is there. */
export async function play(
  place: Place,
  { name, disturb }: Scenario,
): Promise<ScenarioRow & Pick<Ledger, 'odd'>> {
  const ledger: Ledger = {
    drops: [],
    devices: [],
    approvals: 0,
    begunAgain: 0,
    lost: [],
    twice: [],
    odd: [],
  };
  const answers = countAnswers(place.urls);
  try {
    const first = await signIn(place.urls, 0, ledger);
    const token = first?.packages[0]?.access_token;
    if (token === undefined) throw new Error('the first device cannot sign in');
    const startedAt = performance.now();
    const stop = startLoad(place.urls, token, ledger);
    try {
      await wait(calmMs);
      await disturb();
      await wait(calmMs);
    } finally {
      await stop();
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const counted = answers.read();
    await settle(place, token, ledger);
    const { lost, twice, begunAgain, odd } = ledger;
    const row = { scenario: name, ...counted, lost, twice, begunAgain, seconds };
    keepRow(row);
    return { ...row, odd };
  } finally {
    answers.stop();
  }
}
