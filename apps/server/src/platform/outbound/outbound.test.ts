import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { createOutbound } from './service.ts';

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

async function serve(listener: RequestListener) {
  const seen: string[] = [];
  const server = createServer((request, reply) => {
    seen.push(`${request.headers.host} ${request.url}`);
    listener(request, reply);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, seen, base: `http://127.0.0.1:${port}` };
}

const hosts =
  '127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 0 0.0.0.0 10.0.0.1 10.255.255.255 172.16.0.1 172.31.9.9 192.168.1.1 ' +
  '169.254.169.254 100.64.0.1 100.100.100.200 192.0.0.192 198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255 192.0.2.1 ' +
  '[::] [::1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:10.0.0.1] [0:0:0:0:0:ffff:a9fe:a9fe] [::127.0.0.1] [fc00::1] ' +
  '[fd12::1] [fe80::1] [ff02::1] [64:ff9b::7f00:1] [2002:7f00:1::] [2001::1] [2001:db8::1] [100::1] [fec0::1] ' +
  '[3fff::1] [5f00::1]';

test('S58 refuses outbound calls to forty IP addresses that are not public', async () => {
  const { port, seen } = await serve((_, reply) => reply.end('{}'));
  const all = hosts.split(' ');
  expect(all).toHaveLength(40);
  for (const host of all)
    for (const scheme of ['http', 'https']) {
      const base = `${scheme}://${host}:${port}`;
      const way = createOutbound({ allowPrivate: [] }).open({ bases: [base] });
      await expect(way.ask({ address: `${base}/` }), base).rejects.toMatchObject({ fault: 'refused' });
    }
  expect(seen).toEqual([]);
});

test('S58 resolves the host name of an outbound call once and connects only to that address', async () => {
  const { port, seen } = await serve((_, reply) => reply.end('{}'));
  const resolvedHosts: string[] = [];
  const outbound = createOutbound({
    allowPrivate: ['vendor.test'],
    resolve: (host) => {
      resolvedHosts.push(host);
      return Promise.resolve(resolvedHosts.length === 1 ? ['127.0.0.1'] : ['10.0.0.1']);
    },
  });
  const base = `http://vendor.test:${port}`;
  await outbound.open({ bases: [base] }).ask({ address: `${base}/a` });
  expect({ asked: resolvedHosts, seen }).toEqual({ asked: ['vendor.test'], seen: [`vendor.test:${port} /a`] });
  const rebound = createOutbound({ allowPrivate: [], resolve: () => Promise.resolve(['93.184.215.14', '127.0.0.1']) });
  await expect(
    rebound.open({ bases: ['https://vendor.test'] }).ask({ address: 'https://vendor.test/' }),
  ).rejects.toMatchObject({ fault: 'refused' });
});

test('S58 calls only the configured origin and follows no redirect', async () => {
  const other = await serve((_, reply) => reply.end('{}'));
  const { base, seen } = await serve((_, reply) => reply.writeHead(302, { location: other.base }).end());
  const way = createOutbound({ allowPrivate: ['127.0.0.0/8'] }).open({ bases: [base] });
  await expect(way.ask({ address: `${other.base}/` })).rejects.toMatchObject({ fault: 'refused' });
  await expect(way.ask({ address: base.replace('//', '//a:b@') })).rejects.toMatchObject({ fault: 'refused' });
  await expect(way.ask({ address: `${base}/` })).rejects.toMatchObject({ fault: 'status' });
  const open = createOutbound({ allowPrivate: [], resolve: () => Promise.resolve(['93.184.215.14']) });
  await expect(
    open.open({ bases: ['http://vendor.test'] }).ask({ address: 'http://vendor.test/' }),
  ).rejects.toMatchObject({ fault: 'refused' });
  expect({ here: seen.length, there: other.seen.length }).toEqual({ here: 1, there: 0 });
});

test('S62 fails in time on an outbound response that is too long, slow or not JSON', async () => {
  const { base } = await serve((request, reply) => {
    if (request.url === '/long') reply.end(JSON.stringify('x'.repeat(70_000)));
    else if (request.url === '/html') reply.end('<script>alert(1)</script>');
    else {
      reply.write('{');
      const timer = setInterval(() => reply.write(' '), 20);
      reply.on('close', () => clearInterval(timer));
    }
  });
  const way = createOutbound({ allowPrivate: ['127.0.0.1'] }).open({ bases: [base], waitMs: 400 });
  for (const [path, fault] of Object.entries({ long: 'tooLong', html: 'unreadable', drip: 'late' }))
    await expect(way.askJson({ address: `${base}/${path}` }), path).rejects.toMatchObject({ fault });
});

test('S58 pauses calls of an external service for half a minute after five failures', async () => {
  let well = false;
  let now = 0;
  const { base, seen } = await serve((_, reply) => (well ? reply.end('{}') : reply.writeHead(500).end()));
  const way = createOutbound({ allowPrivate: ['127.0.0.1'], now: () => now }).open({ bases: [base] });
  const ask = () =>
    way.askJson({ address: `${base}/` }).then(
      () => 'well',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );
  for (let tries = 0; tries < 5; tries += 1) expect(await ask()).toBe('答复 500');
  expect(await ask()).toBe('resting');
  now += 30_001;
  expect(await ask()).toBe('答复 500');
  expect(await ask()).toBe('resting');
  now += 30_001;
  well = true;
  expect([await ask(), await ask()]).toEqual(['well', 'well']);
  expect(seen).toHaveLength(8);
});
