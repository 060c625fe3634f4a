import type { ConfirmView, PageView, RequestFacts, SessionView } from '../../page/page-view.ts';

/** Describes a view as JSON. */
export function describeView(view: PageView): Record<string, unknown> {
  if (view.kind === 'failed') return { outcome: view.reason };
  if (view.kind === 'done')
    return { outcome: view.decision, client_name: view.clientName, ...describeRefusal(view) };
  if (view.kind === 'session') return describeSession(view);
  if (view.kind === 'login') return { outcome: view.kind, csrf: view.csrf };
  if (view.kind === 'account_deleted') return { outcome: view.kind };
  if (view.kind === 'account') {
    const { csrf, account, section, notice, problem } = view;
    return { outcome: view.kind, csrf, account, section, notice, problem: problem?.kind ?? null };
  }
  if (view.kind === 'choose_password') {
    const { kind: outcome, csrf, userCode: user_code, account, sealed: sealed_credentials } = view;
    return { outcome, csrf, user_code, account, sealed_credentials };
  }
  const { csrf, userCode, account, request } = view;
  return {
    outcome: view.kind,
    csrf,
    user_code: userCode,
    account,
    ...(view.kind === 'confirm' ? { ticket: view.ticket, ...describeRefusal(view) } : {}),
    ...(request ? { request: describeRequest(request) } : {}),
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
