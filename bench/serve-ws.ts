// The reference: a bare `ws` server that sends the same notices to every socket.
import { createServer } from 'node:http';
import { WebSocketServer } from '../apps/server/testing/websockets.ts';

const http = createServer();
const server = new WebSocketServer({ server: http, perMessageDeflate: false });
http.listen(0, '127.0.0.1', () => {
  const address = http.address();
  process.send?.(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
});
process.on('message', ({ notices }: { notices: number }) => {
  for (let n = 0; n < notices; n += 1) {
    const text = JSON.stringify({ type: '6', data: { title: `第 ${n} 条` }, id: crypto.randomUUID() });
    for (const client of server.clients) client.send(text);
  }
});
process.on('disconnect', () => process.exit(0));
