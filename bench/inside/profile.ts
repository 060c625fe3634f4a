import { Session, type Profiler } from 'node:inspector/promises';

const session = new Session();
const sampleMicroseconds = 250;

export async function startProfile(): Promise<void> {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: sampleMicroseconds });
  await session.post('Profiler.start');
}

export async function stopProfile(): Promise<Profiler.Profile> {
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return profile;
}
