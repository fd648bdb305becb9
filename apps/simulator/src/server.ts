import fastify, { type FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { setTimeout as pause } from 'node:timers/promises';
import { openCompanies, refusalInput } from './companies.ts';
import { faceInput, openFaces } from './faces.ts';
import { faultInput, modes, openFaults } from './faults.ts';
import { openPlatform, qrQuery } from './wechat-open-platform.ts';
import { page } from './page.ts';
import { openPay } from './pay/index.ts';
import { qrFault, qrPage } from './qr-page.ts';
import { openSmsVendors } from './sms-vendors.ts';
import { openSms, smsFault, smsOrder } from './sms.ts';
import { openTraffic } from './traffic.ts';
import { openWx } from './wx/index.ts';

declare module 'fastify' {
  interface FastifyRequest {
    verdict: string;
    answered: string;
    since: number;
  }
}

const own = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;
const inboxQuery = z.object({ phone: z.optional(z.string()) });
const uuid = z.object({ uuid: z.string() });
const scan = z.object({ uuid: z.string(), openid: z.optional(z.string()) });
const texts = z.record(z.string(), z.string());
const pagePath = '/open/connect/qrconnect';
/** Pages of payment vendors. */
const payPages = new Set(['/ali/gateway.do', '/pay/checkmweb', '/pay/connect/oauth2/authorize']);
/** Pages that other sites may open or frame. */
const framed = new Set([pagePath, ...payPages]);
// Only pages of this machine may frame the QR code.
const pagePolicy = (ancestors: string) =>
  `default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src 'self'; media-src 'self'; frame-ancestors ${ancestors}`;
const nearby = 'http://127.0.0.1:* http://localhost:* https://127.0.0.1:* https://localhost:*';

const flat = (headers: FastifyRequest['headers']) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]));
const written = (body: unknown) => (typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body));

/**
 * Simulates all external vendors on this machine. A phone page shows what they would receive, and tests can control
 * them. `payFile` stores payments.
 */
export function createSimulator(payFile?: string) {
  const app = fastify({ logger: false, forceCloseConnections: true });
  const sms = openSms();
  const platform = openPlatform();
  const companies = openCompanies();
  const faces = openFaces();
  const faults = openFaults();
  const traffic = openTraffic();
  app.decorateRequest('verdict', '');
  app.decorateRequest('answered', '');
  app.decorateRequest('since', 0);

  // Refuses a foreign host name for this address, so that other sites can neither read messages nor use test controls.
  app.addHook('onRequest', async (request, reply) => {
    request.since = performance.now();
    const site = request.headers['sec-fetch-site'];
    const shown = request.method === 'GET' && request.headers['sec-fetch-mode'] === 'navigate';
    const isFramed = shown && framed.has(new URL(request.url, 'http://x').pathname);
    const foreign = !isFramed && site !== undefined && site !== 'same-origin' && site !== 'none';
    if (!own.test(request.headers.host ?? '') || foreign) return reply.code(403).send({ message: 'loopback only' });
    return undefined;
  });
  const note = (request: FastifyRequest, status: number, verdict: string) => {
    const service = faults.serviceOf(request.url);
    if (service === undefined) return;
    traffic.note({
      direction: 'in',
      service,
      method: request.method,
      address: request.url,
      headers: flat(request.headers),
      // Hides the body of face requests, because photos of people must not be shown.
      body: service === 'face' ? '' : written(request.body),
      status,
      verdict,
      answer: request.answered,
      ms: Math.round(performance.now() - request.since),
    });
  };
  app.addHook('preHandler', async (request, reply) => {
    const service = faults.serviceOf(request.url);
    const done = service && (await faults.applyFault(service, request, reply));
    if (!done) return undefined;
    request.verdict = `故障：${done}`;
    if (done === modes.timeout || done === modes.reset) note(request, 0, request.verdict);
    return reply;
  });
  app.addHook('onSend', async (request, _, payload) => {
    if (typeof payload === 'string') request.answered = payload;
    return payload;
  });
  app.addHook('onResponse', async (request, reply) => note(request, reply.statusCode, request.verdict || '收下'));

  app.addHook('onSend', async (request, reply, payload) => {
    const { pathname } = new URL(request.url, 'http://x');
    if (payPages.has(pathname) && request.method === 'GET') reply.header('content-security-policy', pagePolicy(nearby));
    return payload;
  });
  app.get('/', (_, reply) =>
    reply.header('content-security-policy', pagePolicy("'none'")).type('text/html; charset=utf-8').send(page),
  );

  app.post('/sms/send', async (request, reply) => {
    await pause(sms.latencyMs);
    const order = smsOrder.safeParse(request.body);
    if (!order.success)
      return { Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: order.error.issues[0]?.message ?? '参数不对' };
    const { status, body } = sms.take(order.data);
    return reply.code(status).send(body);
  });

  openSmsVendors(app, sms);
  const pay = openPay(app, traffic, payFile);
  const wx = openWx(app, traffic);

  app.get(pagePath, (request, reply) => {
    const query = qrQuery.safeParse(request.query);
    const made = query.success ? platform.show(query.data) : '请求参数错误';
    const inside = query.success && query.data.self_redirect === 'true';
    return reply
      .header('content-security-policy', pagePolicy(nearby))
      .type('text/html; charset=utf-8')
      .send(typeof made === 'string' ? qrFault(made) : qrPage(made, inside));
  });
  app.get('/open/connect/look', (request) => platform.look(uuid.parse(request.query).uuid));
  const judged = (request: FastifyRequest, response: object) => {
    request.verdict = 'errmsg' in response ? `拒绝：${String(response.errmsg)}` : '凭据正确';
    return response;
  };
  app.get('/open/sns/oauth2/access_token', (request) => judged(request, platform.exchange(texts.parse(request.query))));
  app.get('/open/sns/userinfo', (request) => judged(request, platform.person(texts.parse(request.query))));

  app.get('/tyc/services/open/ic/baseinfo/normal', (request) => {
    const answer = companies.find(request.query, request.headers.authorization);
    request.verdict = answer.error_code === 0 ? '凭据正确' : `拒绝：${answer.error_code} ${answer.reason}`;
    return answer;
  });
  app.get('/_ctl/companies', () => companies.look());
  app.post('/_ctl/companies', (request, reply) => {
    companies.refuse(refusalInput.parse(request.body).refusal);
    return reply.send({});
  });

  app.post('/face/compare', { bodyLimit: 16 * 1024 * 1024 }, (request, reply) => {
    const { status, said } = faces.compare(request.body, request.headers.authorization);
    request.verdict = status === 200 ? '凭据正确' : `拒绝：${status}`;
    return reply.code(status).send(said);
  });
  app.get('/_ctl/face', () => faces.look());
  app.post('/_ctl/face', (request, reply) => {
    faces.say(faceInput.parse(request.body).result);
    return reply.send({});
  });

  app.get('/_ctl/sms', (request) => sms.list(inboxQuery.parse(request.query).phone));
  app.get('/_ctl/open', () => platform.waiting());
  app.post('/_ctl/open/scan', (request) => {
    const scanBody = scan.parse(request.body);
    return { done: platform.act(scanBody.uuid, 'scan', scanBody.openid) };
  });
  app.post('/_ctl/open/confirm', (request) => ({ done: platform.act(uuid.parse(request.body).uuid, 'confirm') }));
  app.post('/_ctl/open/refuse', (request) => ({ done: platform.act(uuid.parse(request.body).uuid, 'refuse') }));
  app.get('/_ctl/traffic', () => traffic.list());
  app.get('/_ctl/fault', () => faults.list());
  app.post('/_ctl/fault', (request, reply) => {
    const fault = faultInput.safeParse(request.body);
    if (!fault.success) return reply.code(400).send({ message: fault.error.issues[0]?.message });
    faults.set(fault.data);
    return reply.send({});
  });
  app.post('/_ctl/sms/fault', (request, reply) => {
    const fault = smsFault.safeParse(request.body);
    if (!fault.success) return reply.code(400).send({ message: fault.error.issues[0]?.message });
    sms.disturb(fault.data);
    return reply.send({});
  });
  app.post('/_ctl/reset', (_, reply) => {
    sms.clear();
    platform.clear();
    pay.clear();
    wx.clear();
    companies.clear();
    faces.clear();
    faults.clear();
    traffic.clear();
    return reply.send({});
  });

  return {
    app,
    open: platform.app,
    pay: () => pay.facts(),
    companies: { token: companies.token },
    face: { token: faces.token },
    serves: wx.setBase,
    /** Listens on loopback; port 0 lets the system choose one. Returns the address. */
    async listen(port: number): Promise<string> {
      const address = await app.listen({ host: '127.0.0.1', port });
      wx.setAddress(address);
      return address;
    },
    close: () => app.close(),
  };
}
