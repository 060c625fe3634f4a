import { commonLooks, type CommonView } from '../common-looks.ts';
import type { Looks } from '../look.ts';
import type { AccountView, DeletedView } from './account-view.ts';
import { renderAccountPage, renderDeleted } from './render-account.ts';

/** What a page of the account can show. */
export type AnyAccountView = AccountView | DeletedView | CommonView;

export const accountLooks: Looks<AnyAccountView> = {
  ...commonLooks,
  account: { render: renderAccountPage, describe: describeAccount },
  account_deleted: {
    render: (_view, context) => renderDeleted(context),
    describe: ({ kind: outcome }) => ({ outcome }),
  },
};

function describeAccount({ kind, csrf, account, section, asksPassword, notice, problem }: AccountView) {
  const result = { notice, problem: problem?.kind ?? null };
  return { outcome: kind, csrf, account, section, asks_password: asksPassword, ...result };
}
