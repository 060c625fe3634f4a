import { accountCalls } from '@latchkey/contracts';
import type { Refusal } from '@latchkey/contracts/service-client';
import { errors } from '../../errors.ts';
import { renderPasskeys } from '../../people/page/passkeys/render-passkeys.ts';
import { offerPasskey, readChallenge } from '../../people/sign-in/passkey.ts';
import { defineAccountPage } from './account-page.ts';
import { endedBefore, problemOf, shownIn, type Done } from './act.ts';
import { dataOf } from './read-account.ts';

const passkeyProblemOf = (refusal: Refusal): Done =>
  refusal.code === 'forbidden' ? { problem: { kind: 'passkey_needed' } } : problemOf(refusal);

/** The passkeys of the account. Source: contract part 1 "Passkeys". */
export const passkeys = defineAccountPage({
  name: 'passkeys',
  render: renderPasskeys,
  async load({ ask }) {
    return { name: 'passkeys', ...dataOf(await ask(accountCalls.listPasskeys, {})), begun: null };
  },
  offer: (visit) => offerPasskey(visit, visit.nextForm),
  acts: {
    async begin_passkey({ ask }, form) {
      const answer = await ask(accountCalls.beginPasskey, shownIn(form));
      return answer.ok ? { notice: null, once: { begun: answer.data } } : passkeyProblemOf(answer);
    },
    async add_passkey({ ask, visit }, { begun, passkey, passkey_begun, formId, name }) {
      const challenge = readChallenge(visit, formId, passkey_begun);
      if (challenge === undefined || begun === '') return { problem: { kind: 'passkey_refused' } };
      const answer = await ask(accountCalls.addPasskey, { begun, passkey, challenge, name: name.trim() });
      if (answer.ok) return { notice: { kind: 'passkey_added' } };
      const { code, field } = answer;
      // The last way out of what no page of ours sends.
      const isRefused = code === 'missing_field' || code === 'too_large' || field === 'passkey';
      if (isRefused) return { problem: { kind: 'passkey_refused' } };
      return code === 'state_conflict' ? { problem: { kind: 'passkey_full' } } : problemOf(answer);
    },
    async remove_passkey({ ask }, { id }) {
      const answer = await ask(accountCalls.removePasskey, { id });
      if (answer.ok) return { notice: { kind: 'passkey_removed' } };
      return answer.code === 'not_found' ? endedBefore : passkeyProblemOf(answer);
    },
  },
  errors: [errors.passkeyRefused, errors.passkeyNeeded],
});
