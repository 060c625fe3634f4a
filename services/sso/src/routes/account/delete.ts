import { ownAccountCalls } from '@latchkey/contracts';
import { createBrowserSecret } from '@latchkey/pages';
import type { DeletedView } from '../../people/page/account/account-view.ts';
import { deletedLook, renderDeletion } from '../../people/page/account/render-deletion.ts';
import { defineAccountPage } from './account-page.ts';
import { problemOf } from './act.ts';
import { viewAccount } from './read-account.ts';
import { withPassword } from './with-factors.ts';

export const deletion = defineAccountPage<'delete', DeletedView>({
  name: 'delete',
  render: renderDeletion,
  looks: { account_deleted: deletedLook },
  async load({ ask }) {
    const { mfa } = await viewAccount(ask);
    return { name: 'delete', mfa };
  },
  acts: {
    delete_account: ({ ask, context }, form) =>
      withPassword(form, async () => {
        const { password, code } = form;
        const answer = await ask(ownAccountCalls.delete, { 'auth.pass': password, 'auth.code': code });
        if (!answer.ok) return problemOf(answer);
        // The browser is nobody's then; its new secret only finds that the account is deleted.
        const newSecret = createBrowserSecret(context.randomBytes);
        return { instead: { view: { kind: 'account_deleted' }, signsOut: true, newSecret } };
      }),
  },
});
