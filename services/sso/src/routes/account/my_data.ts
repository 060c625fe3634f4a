import { ownAccountCalls } from '@latchkey/contracts';
import { renderMyData } from '../../people/page/account/render-my-data.ts';
import { defineAccountPage } from './account-page.ts';
import { problemOf } from './act.ts';
import { SignedOut } from './for-person.ts';
import { viewAccount } from './read-account.ts';

const filename = 'latchkey-account.json';

/** What a person may do with their account as a whole. */
export const myData = defineAccountPage({
  name: 'my_data',
  render: renderMyData,
  rules: { fileType: 'application/json' },
  async load({ ask }) {
    const { user, locale } = await viewAccount(ask);
    return { name: 'my_data', user, locale };
  },
  acts: {
    async change_profile({ ask }, { name, locale }) {
      if (name.trim() === '') return { problem: { kind: 'name_refused' } };
      const answer = await ask(ownAccountCalls.update, { name, locale });
      return answer.ok ? { notice: { kind: 'profile_changed' } } : problemOf(answer);
    },
    async export_data({ context, visit }, { password }) {
      const answer = await context.openExport(visit, password);
      if (answer === undefined) throw new SignedOut();
      if (!answer.ok) return problemOf(answer);
      return { instead: { html: () => '', json: {}, download: { filename, pieces: answer.pieces } } };
    },
  },
});
