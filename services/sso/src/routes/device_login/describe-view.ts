import type { AccountView } from '../../page/account/account-view.ts';
import type { DoorView } from '../../page/doors/door-view.ts';
import type { ConfirmView, EnterView, PageView, RequestFacts, SessionView } from '../../page/page-view.ts';

/** Describes a view as JSON. */
export function describeView(view: PageView): Record<string, unknown> {
  switch (view.kind) {
    case 'failed':
      return { outcome: view.reason };
    case 'done':
      return { outcome: view.decision, client_name: view.clientName, ...describeRefusal(view) };
    case 'session':
      return describeSession(view);
    case 'login':
      return { outcome: view.kind, csrf: view.csrf };
    case 'account_deleted':
      return { outcome: view.kind };
    case 'account':
      return describeAccount(view);
    case 'door':
      return describeDoor(view);
    case 'choose_password': {
      const { kind: outcome, csrf, userCode: user_code, account, sealed: sealed_credentials } = view;
      return { outcome, csrf, user_code, account, sealed_credentials };
    }
    case 'enter':
    case 'confirm':
      return describeStep(view);
  }
}

function describeAccount({ kind, csrf, account, section, asksPassword, notice, problem }: AccountView) {
  const result = { notice, problem: problem?.kind ?? null };
  return { outcome: kind, csrf, account, section, asks_password: asksPassword, ...result };
}

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

/** Of a link it says what the page does: the address, the name, whether a code is needed, and the invitation. */
function describeDoor(view: DoorView): Record<string, unknown> {
  const { state, door } = view;
  if (state === 'done') return { outcome: view.done, door };
  const outcome = state === 'ask' && view.isEnded ? 'ended' : state;
  const { email, needs_code, invitation } = 'link' in view ? view.link : {};
  return {
    outcome,
    door,
    email,
    needs_code,
    invitation,
    ...('csrf' in view && { csrf: view.csrf }),
    ...('email' in view && { email: view.email }),
    ...('account' in view && { account: view.account }),
    ...('error' in view && { problem: view.error }),
  };
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

function describeSession({ signedIn }: SessionView): Record<string, unknown> {
  if (signedIn === null) return { outcome: 'signed_out', account: null };
  const { csrf, account, userId, amr, authTime } = signedIn;
  return { outcome: 'signed_in', csrf, account, user_id: userId, amr, auth_time: authTime };
}
