import { accountCalls } from '@latchkey/contracts';
import type { Refusal } from '@latchkey/contracts/service-client';
import { endedBefore, problemOf, shownIn, type Act, type SectionResult } from './act.ts';

const passkeyProblemOf = (refusal: Refusal): SectionResult =>
  refusal.code === 'forbidden' ? { problem: { kind: 'passkey_needed' } } : problemOf(refusal);

/** What the forms of the section passkeys do. Source: contract part 1 "Passkeys". */
export const passkeyActs: Readonly<Record<string, Act>> = {
  async begin_passkey(ask, form) {
    const answer = await ask(accountCalls.beginPasskey, shownIn(form));
    return answer.ok ? { notice: null, passkey: answer.data } : passkeyProblemOf(answer);
  },
  async add_passkey(ask, { begun, passkey, challenge, name }) {
    if (challenge === undefined || begun === '') return { problem: { kind: 'passkey_refused' } };
    const answer = await ask(accountCalls.addPasskey, { begun, passkey, challenge, name: name.trim() });
    if (answer.ok) return { notice: { kind: 'passkey_added' } };
    const { code, field } = answer;
    // The last way out of what no page of ours sends.
    const isRefused = code === 'missing_field' || code === 'too_large' || field === 'passkey';
    if (isRefused) return { problem: { kind: 'passkey_refused' } };
    return code === 'state_conflict' ? { problem: { kind: 'passkey_full' } } : problemOf(answer);
  },
  async remove_passkey(ask, { id }) {
    const answer = await ask(accountCalls.removePasskey, { id });
    if (answer.ok) return { notice: { kind: 'passkey_removed' } };
    return answer.code === 'not_found' ? endedBefore : passkeyProblemOf(answer);
  },
};
