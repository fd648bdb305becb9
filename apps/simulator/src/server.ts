import { setTimeout as pause } from 'node:timers/promises';
import fastify from 'fastify';
import * as z from 'zod/mini';
import { page } from './page.ts';
import { openSms, smsFault, smsOrder } from './sms.ts';

const own = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;
const inboxQuery = z.object({ phone: z.optional(z.string()) });

/** The outside world on this machine: what vendors would receive, a page that shows it, and levers for tests. */
export function createSimulator() {
  const app = fastify({ logger: false, forceCloseConnections: true });
  const sms = openSms();

  // Pages of other sites neither read what arrived nor pull levers: a name of theirs that leads here is refused.
  app.addHook('onRequest', async (request, reply) => {
    const site = request.headers['sec-fetch-site'];
    const foreign = site !== undefined && site !== 'same-origin' && site !== 'none';
    if (!own.test(request.headers.host ?? '') || foreign) return reply.code(403).send({ message: 'loopback only' });
    return undefined;
  });

  app.get('/', (_, reply) =>
    reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
      )
      .type('text/html; charset=utf-8')
      .send(page),
  );

  app.post('/sms/send', async (request, reply) => {
    await pause(sms.latencyMs);
    const order = smsOrder.safeParse(request.body);
    if (!order.success)
      return { Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: order.error.issues[0]?.message ?? '参数不对' };
    const { status, body } = sms.take(order.data);
    return reply.code(status).send(body);
  });

  app.get('/_ctl/sms', (request) => sms.list(inboxQuery.parse(request.query).phone));
  app.post('/_ctl/sms/fault', (request, reply) => {
    const fault = smsFault.safeParse(request.body);
    if (!fault.success) return reply.code(400).send({ message: fault.error.issues[0]?.message });
    sms.disturb(fault.data);
    return reply.send({});
  });
  app.post('/_ctl/reset', (_, reply) => {
    sms.clear();
    return reply.send({});
  });

  return {
    app,
    /** Listens on loopback; 0 takes a free port. Answers the address. */
    async listen(port: number): Promise<string> {
      return app.listen({ host: '127.0.0.1', port });
    },
    close: () => app.close(),
  };
}
