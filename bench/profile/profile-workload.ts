import type { Profiler } from 'node:inspector';
import { services } from '../../infra/local/service-list.ts';
import { askService } from '../inside/ask-service.ts';
import type { Workload } from '../measure/workload.ts';
import type { Place } from '../place/start-place.ts';
import { readProfile, renderProfile } from './read-profile.ts';

/** Runs a workload and prints what its services spend their main threads on. Answers what went wrong. */
export async function profileWorkload(
  { name, sides: [ours] }: Workload,
  { controls }: Place,
  seconds: number,
): Promise<string[]> {
  // Once without a profile, so that what is seen is warm code.
  const warmUp = await ours.prepare(1);
  await warmUp(seconds);
  const run = await ours.prepare(1);
  const profiled = services.filter((service) => ours.processes.includes(service.name));
  for (const service of profiled) await askService(controls[service.name], 'profile/start');
  const { latenciesMs, failures } = await run(seconds);
  for (const service of profiled) {
    const profile = await askService<Profiler.Profile>(controls[service.name], 'profile/stop');
    console.log(
      `\n## ${name}: ${service.name}\n\n${renderProfile(readProfile(profile), latenciesMs.length)}`,
    );
  }
  return [...failures.keys()];
}
