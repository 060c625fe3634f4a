import { slicePage, type PagePlan } from '@latchkey/pagination';
import type { Consent, Device, SsoApprovals } from '../../src/sibling/sso-approvals.ts';

export interface FakeDevice extends Device {
  readonly userId: string;
}

export interface FakeConsent extends Consent {
  readonly id: string;
  readonly userId: string;
}

/** Claims of the tokens of a family. */
interface FamilyClaims {
  readonly sid: string;
  readonly client_id: string;
}

/** Devices and consents as sso keeps them. `endFamilies` ends the families that it is asked to end. */
export function createFakeApprovals(
  endFamilies: (userId: string, isMeant: (claims: FamilyClaims) => boolean) => number,
) {
  const devices: FakeDevice[] = [];
  const consents: FakeConsent[] = [];
  const page = <Row extends { id: string; created_at: string }>(rows: readonly Row[], plan: PagePlan) =>
    slicePage(rows, plan, ({ id, created_at }) => ({ createdAtMs: Date.parse(created_at), id }));
  const fits = <Value>(wanted: Value | undefined, value: Value) => wanted === undefined || wanted === value;
  const end = <Row extends FakeDevice | FakeConsent>(rows: Row[], row: Row): boolean => {
    const isLive = row.status !== 'revoked' && row.status !== 'expired';
    if (isLive) rows[rows.indexOf(row)] = { ...row, status: 'revoked' };
    return isLive;
  };

  const approvals = {
    searchDevices({ userId, filters, plan }) {
      const { client_id, status, created_from_ms: fromMs = 0, created_to_ms: toMs = Infinity } = filters;
      const found = devices.filter(
        (row) =>
          row.userId === userId &&
          fits(client_id, row.client.id) &&
          fits(status, row.status) &&
          Date.parse(row.created_at) >= fromMs &&
          Date.parse(row.created_at) < toMs,
      );
      return Promise.resolve(page(found, plan));
    },
    searchConsents({ userId, filters, plan }) {
      const { client_id, status, scope, search = '' } = filters;
      const found = consents.filter(
        (row) =>
          row.userId === userId &&
          fits(client_id, row.client.id) &&
          fits(status, row.status) &&
          (scope === undefined || row.scopes.includes(scope)) &&
          [row.client.id, row.client.name].some((name) => name.toLowerCase().includes(search.toLowerCase())),
      );
      return Promise.resolve(page(found, plan));
    },
    revokeDevice(userId, id) {
      const device = devices.find((row) => row.userId === userId && row.id === id);
      if (device === undefined) return Promise.resolve(undefined);
      const { family_id: familyId, client } = device;
      endFamilies(userId, ({ sid }) => sid === familyId);
      return Promise.resolve({ revoked: end(devices, device), clientId: client.id, familyId });
    },
    revokeConsent(userId, clientId) {
      const consent = consents.find((row) => row.userId === userId && row.client.id === clientId);
      if (consent === undefined) return Promise.resolve(undefined);
      const families = endFamilies(userId, ({ client_id }) => client_id === clientId);
      for (const device of devices.filter((row) => row.userId === userId && row.client.id === clientId))
        end(devices, device);
      return Promise.resolve({ revoked: end(consents, consent) || families > 0, families });
    },
  } satisfies SsoApprovals;

  return { approvals, devices, consents };
}
