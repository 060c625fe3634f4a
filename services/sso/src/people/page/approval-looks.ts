import type { Looks } from './look.ts';
import type {
  ChoosePasswordView,
  ConfirmView,
  DoneView,
  EnterView,
  NumberView,
  RequestFacts,
} from './page-view.ts';
import { choosePasswordLook } from './render-choose-password.ts';
import { renderConfirm } from './render-confirm.ts';
import { renderDone } from './render-done.ts';
import { renderEnter } from './render-enter.ts';
import { renderNumber } from './render-number.ts';

/** What the approval page can show (contract part 1 "Approval page"). */
export type ApprovalView = EnterView | ChoosePasswordView | ConfirmView | NumberView | DoneView;

export const approvalLooks: Looks<ApprovalView> = {
  choose_password: choosePasswordLook,
  enter: { render: renderEnter, describe: describeStep },
  confirm: { render: renderConfirm, describe: describeStep },
  number: { render: renderNumber, describe: describeNumber },
  done: {
    render: renderDone,
    describe: (view) => ({ outcome: view.decision, client_name: view.clientName, ...describeRefusal(view) }),
  },
};

/** The two steps of an approval. */
function describeStep(view: EnterView | ConfirmView): Record<string, unknown> {
  const { csrf, userCode, account, request } = view;
  return {
    outcome: view.kind,
    csrf,
    user_code: userCode,
    account,
    ...(view.kind === 'confirm' && { ticket: view.ticket, ...describeRefusal(view) }),
    ...(request && { request: describeRequest(request) }),
  };
}

function describeNumber(view: NumberView): Record<string, unknown> {
  const { csrf, userCode, number, clientName } = view;
  const shown = { csrf, user_code: userCode, number, client_name: clientName };
  return { outcome: view.kind, ...shown, ...describeRefusal(view) };
}

function describeRefusal({ adminRefusal }: Pick<ConfirmView, 'adminRefusal'>) {
  return adminRefusal === undefined ? {} : { admin_refused: adminRefusal };
}

function describeRequest(request: RequestFacts) {
  return {
    client_name: request.clientName,
    registered_by: request.registeredBy,
    scopes: request.scopes,
    audiences: request.audiences,
    ip: request.address,
    ...(request.isSameNetwork === undefined ? {} : { same_network: request.isSameNetwork }),
    ...(request.visitorAddress === undefined ? {} : { visitor_ip: request.visitorAddress }),
    ...(request.deviceName === undefined ? {} : { device_name: request.deviceName }),
    user_agent: request.userAgent,
    requested_at: new Date(request.requestedAtMs).toISOString(),
  };
}
