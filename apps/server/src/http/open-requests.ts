import type { FastifyInstance } from 'fastify';

/**
 * At its end the server takes no new connections, but it answers the open requests, for at most `longestMs`. Fastify
 * then destroys the connections.
 */
export function answerOpenRequests(app: FastifyInstance, longestMs: number): void {
  let open = 0;
  let answered = () => {};
  app.server.on('request', (_request, response) => {
    open += 1;
    response.once('close', () => {
      open -= 1;
      if (open === 0) answered();
    });
  });
  app.addHook('preClose', async () => {
    // Also closes idle connections. A proxy then sends new requests to another node.
    app.server.close();
    if (open === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    answered = resolve;
    const limit = setTimeout(resolve, longestMs);
    await promise;
    clearTimeout(limit);
  });
}
