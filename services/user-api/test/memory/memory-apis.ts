import { slicePage } from '@latchkey/pagination';
import type { Api, ApiStore } from '../../src/api/api.ts';
import type { LogEntry } from '../../src/request-log/request-log.ts';

export interface MemoryApis extends ApiStore {
  add(api: Api): void;
  remove(id: string): void;
}

/** The store of APIs in memory. */
export function createMemoryApis(log: (row: LogEntry) => void): MemoryApis {
  const apis = new Map<string, Api>();
  const change = (found: Api | undefined, to: Partial<Api>, row: LogEntry) => {
    if (found?.archivedAt !== null) return undefined;
    const changed = { ...found, ...to };
    apis.set(found.id, changed);
    log(row);
    return changed;
  };
  const open = (audiences: readonly string[]) =>
    [...apis.values()].filter((one) => one.archivedAt === null && audiences.includes(one.audience));
  return {
    add: (api) => void apis.set(api.id, api),
    remove: (id) => void apis.delete(id),
    find: (id) => Promise.resolve(apis.get(id.toLowerCase())),
    findByAudience: (audiences) => Promise.resolve(open(audiences)),
    create(api, row) {
      if (open([api.audience]).length > 0) return Promise.resolve(false);
      apis.set(api.id, api);
      log(row);
      return Promise.resolve(true);
    },
    update({ id, name, clientId, scopes, updatedAt }, seenAt, row) {
      const found = apis.get(id);
      if (found?.updatedAt.getTime() !== seenAt.getTime()) return Promise.resolve(false);
      const to = { name, clientId, scopes, updatedAt };
      return Promise.resolve(change(found, to, row) !== undefined);
    },
    archive(id, row) {
      const to = { archivedAt: row.createdAt, updatedAt: row.createdAt };
      return Promise.resolve(change(apis.get(id.toLowerCase()), to, row));
    },
    search({ archived, audience }, plan) {
      const rows = [...apis.values()].filter(
        (one) =>
          (one.archivedAt !== null) === archived && (audience === undefined || one.audience === audience),
      );
      const keyOf = ({ createdAt, id }: Api) => ({ createdAtMs: createdAt.getTime(), id });
      return Promise.resolve(slicePage(rows, plan, keyOf));
    },
  };
}
