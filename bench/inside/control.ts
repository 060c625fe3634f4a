import { createServer } from 'node:http';
import { serialize } from 'node:v8';
import { startProfile, stopProfile } from './profile.ts';
import { startRecording, stopRecording } from './record-statements.ts';

// Loaded into a service before its own code, where BENCH_CONTROL_PORT says so. The benchmark starts and stops a CPU profile
// and a record of statements over HTTP. While neither runs, the service is as it is without this file.

const acts: Readonly<Record<string, () => unknown>> = {
  '/profile/start': startProfile,
  '/profile/stop': stopProfile,
  '/record/start': startRecording,
  '/record/stop': stopRecording,
};

async function answer(url = ''): Promise<Buffer> {
  return serialize(await acts[url]?.());
}

createServer((request, response) => {
  answer(request.url).then(
    (bytes) => response.end(bytes),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
})
  .listen(Number(process.env['BENCH_CONTROL_PORT']), '127.0.0.1')
  .unref();
