import { ApiError, ssoCalls, type InferOutput, type SentFields } from '@latchkey/contracts';
import type { Refusal, ServiceClient } from '@latchkey/contracts/service-client';
import type { PagePlan, PageSlice } from '@latchkey/pagination';
import { errors } from '../errors.ts';

const { searchDevices, searchConsents, revokeDevice, revokeConsent } = ssoCalls;

export type Device = InferOutput<typeof searchDevices.output>['items'][number];
export type Consent = InferOutput<typeof searchConsents.output>['items'][number];

/** Whose rows, and which page of them. Filters are named as sso names them. */
interface Paged {
  readonly userId: string;
  readonly plan: PagePlan;
}
type DeviceFilters = Omit<SentFields<typeof searchDevices.input>, 'user_id' | 'plan'>;
type ConsentFilters = Omit<SentFields<typeof searchConsents.input>, 'user_id' | 'plan'>;

/** What became of a device; `familyId` is the session id of its tokens. */
interface RevokedDevice {
  /** False when it had ended before. */
  readonly revoked: boolean;
  readonly clientId: string | null;
  readonly familyId: string | null;
}

/** What a person has approved, as sso keeps it: devices, and consents to clients. */
export interface SsoApprovals {
  searchDevices(search: Paged & { filters: DeviceFilters }, traceparent: string): Promise<PageSlice<Device>>;
  searchConsents(
    search: Paged & { filters: ConsentFilters },
    traceparent: string,
  ): Promise<PageSlice<Consent>>;
  /** Undefined when it is unknown or another person's. */
  revokeDevice(userId: string, id: string, traceparent: string): Promise<RevokedDevice | undefined>;
  /** Ends its refresh families as well, and answers how many; undefined when the person granted the client nothing. */
  revokeConsent(
    userId: string,
    clientId: string,
    traceparent: string,
  ): Promise<{ readonly revoked: boolean; readonly families: number } | undefined>;
}

export function createSsoApprovals(call: ServiceClient): SsoApprovals {
  return {
    async searchDevices(search, traceparent) {
      const answer = await call({ to: searchDevices, body: searchBody(search), traceparent });
      if (answer.ok) return toSlice(answer.data);
      throw refused(answer);
    },
    async searchConsents(search, traceparent) {
      const answer = await call({ to: searchConsents, body: searchBody(search), traceparent });
      if (answer.ok) return toSlice(answer.data);
      throw refused(answer);
    },
    async revokeDevice(userId, id, traceparent) {
      const answer = await call({ to: revokeDevice, body: { user_id: userId, id }, traceparent });
      if (answer.ok) {
        const { revoked, client_id: clientId = null, family_id: familyId = null } = answer.data;
        return { revoked, clientId, familyId };
      }
      if (answer.code === 'not_found') return undefined;
      throw refused(answer);
    },
    async revokeConsent(userId, clientId, traceparent) {
      const body = { user_id: userId, client_id: clientId };
      const answer = await call({ to: revokeConsent, body, traceparent });
      if (answer.ok) return answer.data;
      if (answer.code === 'not_found') return undefined;
      throw refused(answer);
    },
  };
}

/** The plan without its binding: only this service seals and opens cursors. */
function searchBody<Filters extends object>({ userId, plan, filters }: Paged & { filters: Filters }) {
  const { limit } = plan;
  const place = plan.kind === 'keyset' ? { after: plan.after } : { offset: plan.offset };
  return { ...filters, user_id: userId, plan: { limit, ...place } };
}

interface SentSlice<Item> {
  readonly items: readonly Item[];
  readonly total_count: number;
  readonly offset: number;
  readonly last_key: { readonly createdAtMs: number; readonly id: string } | null;
}

function toSlice<Item>(sent: SentSlice<Item>): PageSlice<Item> {
  const { items, total_count: totalCount, offset, last_key: lastKey } = sent;
  return { items, totalCount, offset, lastKey };
}

/** If sso refuses a call of this service, the fault lies between the services and not with the caller. */
export function refused({ code }: Refusal): ApiError {
  return new ApiError(errors.unavailable, { cause: new Error(`sso refused: ${code}`) });
}
