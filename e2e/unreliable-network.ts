// A proxy between browser and server that simulates an unreliable network: it drops, repeats and cuts requests, also
// those of service workers.
import { request, createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Opens the proxy. `isCut`: drops everything. `isRough`: repeats requests and drops every third response. */
export async function openRoughLine(target: string) {
  const line = { url: '', isCut: false, isRough: false, doubled: 0, lost: 0, close: async () => {} };
  const { hostname, port } = new URL(target);

  const ask = (method: string, path: string, headers: IncomingHttpHeaders, body: Buffer): Promise<Reply> =>
    new Promise((done, fail) => {
      const call = request({ hostname, port, method, path, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          done({ status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(parts) }),
        );
        answer.on('error', fail);
      });
      call.on('error', fail);
      call.end(body);
    });
  const give = (response: ServerResponse, { status, headers, body }: Reply) => {
    const { 'transfer-encoding': _, ...rest } = headers;
    response.writeHead(status, { ...rest, 'content-length': body.length });
    response.end(body);
  };

  let sent = 0;
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('error', () => undefined);
    incoming.on('end', () => {
      const work = async () => {
        if (line.isCut) return response.destroy();
        const { method = 'GET', url = '/', headers } = incoming;
        const once = () => ask(method, url, headers, Buffer.concat(parts));
        if (!line.isRough || !/^\/bus\/delivery\/(send|photo)/.test(url)) return give(response, await once());
        sent += 1;
        line.doubled += 1;
        const [, second] = await Promise.all([once(), once()]);
        if (sent % 3 === 0) {
          line.lost += 1;
          return response.destroy();
        }
        return give(response, second);
      };
      work().catch(() => response.destroy());
    });
  });
  // Refuses upgrade requests, because these tests need no socket.
  server.on('upgrade', (_incoming, socket) => socket.destroy());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the line has no port');
  line.url = `http://127.0.0.1:${address.port}`;
  line.close = () =>
    new Promise((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  return line;
}
