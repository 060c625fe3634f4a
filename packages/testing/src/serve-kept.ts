import { Agent, createServer, type RequestListener, type Server } from 'node:http';

/**
 * Serves an app for thousands of requests of one test, on a free port: with the agent they share connections, and to
 * open one costs as much as the rest of a request. Nothing of it keeps the test process alive.
 */
export function serveKept(app: RequestListener): { server: Server; agent: Agent } {
  const server = createServer(app).listen(0).unref();
  server.on('connection', (socket) => socket.unref());
  // However slow the machine is, no connection ends between two requests.
  server.keepAliveTimeout = 0;
  return { server, agent: new Agent({ keepAlive: true }) };
}
