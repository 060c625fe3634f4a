import { applyMigrations } from '@latchkey/database';
import {
  makeEnvironments,
  makeUrls,
  type Environment,
  type EnvironmentPlan,
  type Urls,
} from './environment.ts';
import { findServiceDir, mapServices, services, type ServiceName } from './service-list.ts';
import { seedDemo, startService, type ServiceProcess } from './service-process.ts';
import type { Teardown } from './teardown.ts';

export interface LaunchPlan extends EnvironmentPlan {
  /** `<service>.log` files go here. */
  logDir: string;
  /** Wraps each step; the default shows nothing. */
  showStep?: <T>(label: string, work: () => Promise<T>) => Promise<T>;
}

export interface LaunchedStack {
  urls: Urls;
  environments: Record<ServiceName, Environment>;
  processes: Record<ServiceName, ServiceProcess>;
}

async function migrate(name: ServiceName, databaseUrl: string): Promise<void> {
  try {
    await applyMigrations({ databaseUrl, serviceDir: findServiceDir(name) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The database of ${name} could not be migrated. ${reason}`, { cause: error });
  }
}

/**
 * Migrates the three databases, seeds them, starts the three services and waits until they are ready. Everything
 * started is registered with `teardown`. Throws the sentence of whatever fails first.
 */
export async function launchStack(plan: LaunchPlan, teardown: Teardown): Promise<LaunchedStack> {
  const { showStep = (_label, work) => work() } = plan;
  const environments = makeEnvironments(plan);
  await showStep('Applying migrations', () =>
    Promise.all(services.map(({ name }) => migrate(name, plan.databaseUrls[name]))),
  );
  await showStep('Seeding demo data', () => seedDemo(environments['user-api']));
  const processes = await showStep('Starting sso, user-api and drop', async () => {
    const starting = mapServices(({ name }) => startService(name, environments[name], plan.logDir, teardown));
    const [sso, userApi, drop] = await Promise.all([starting.sso, starting['user-api'], starting.drop]);
    return { sso, 'user-api': userApi, drop };
  });
  return { urls: plan.publicUrls ?? makeUrls(plan.ports), environments, processes };
}
