import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { openSms } from './sms.ts';

export const smsKey = { id: 'simulator-key', secret: 'simulator-key-secret' };

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const same = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
const header = (request: FastifyRequest, name: string) => String(request.headers[name] ?? '');
const far = (at: number, minutes: number) => !(Math.abs(Date.now() - at) <= minutes * 60_000);

const acs3 = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/;
const demanded = [
  'host',
  'x-acs-action',
  'x-acs-content-sha256',
  'x-acs-date',
  'x-acs-signature-nonce',
  'x-acs-version',
];

/** Returns Aliyun's error when the request's signature is wrong, or null. */
function acs3Fault(request: FastifyRequest, body: string, used: Set<string>): [code: string, status: number] | null {
  const [, id = '', names = '', signature = ''] = acs3.exec(header(request, 'authorization')) ?? [];
  if (id !== smsKey.id) return ['InvalidAccessKeyId.NotFound', 404];
  if (far(Date.parse(header(request, 'x-acs-date')), 15)) return ['InvalidTimeStamp.Expired', 400];
  const signed = names.split(';');
  if (demanded.some((name) => !signed.includes(name)) || sha256(body) !== header(request, 'x-acs-content-sha256'))
    return ['SignatureDoesNotMatch', 400];
  const [path = '', query = ''] = (request.raw.url ?? '').split('?', 2);
  const sorted = query.split('&').sort().join('&');
  const lines = signed.map((name) => `${name}:${header(request, name).trim()}\n`).join('');
  const text = ['POST', path, sorted, lines, names, header(request, 'x-acs-content-sha256')].join('\n');
  const right = hmac(smsKey.secret, `ACS3-HMAC-SHA256\n${sha256(text)}`).toString('hex');
  if (!same(right, signature)) return ['SignatureDoesNotMatch', 400];
  const nonce = header(request, 'x-acs-signature-nonce');
  if (used.has(nonce)) return ['SignatureNonceUsed', 400];
  used.add(nonce);
  return null;
}

const tc3 =
  /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d{2}-\d{2})\/([a-z]+)\/tc3_request, SignedHeaders=([a-z;-]+), Signature=([0-9a-f]{64})$/;

function tc3Fault(request: FastifyRequest, body: string): string | null {
  const [, id = '', day = '', service = '', names = '', signature = ''] =
    tc3.exec(header(request, 'authorization')) ?? [];
  if (id !== smsKey.id) return 'AuthFailure.SecretIdNotFound';
  const seconds = header(request, 'x-tc-timestamp');
  if (far(Number(seconds) * 1000, 5)) return 'AuthFailure.SignatureExpire';
  const signed = names.split(';');
  if (service !== 'sms' || !signed.includes('host') || !signed.includes('content-type'))
    return 'AuthFailure.SignatureFailure';
  const lines = signed.map((name) => `${name}:${header(request, name).trim()}\n`).join('');
  const text = ['POST', (request.raw.url ?? '').split('?', 1)[0], '', lines, names, sha256(body)].join('\n');
  const scope = `${day}/${service}/tc3_request`;
  const key = hmac(hmac(hmac(`TC3${smsKey.secret}`, day), service), 'tc3_request');
  const right = hmac(key, ['TC3-HMAC-SHA256', seconds, scope, sha256(text)].join('\n')).toString('hex');
  return same(right, signature) ? null : 'AuthFailure.SignatureFailure';
}

const aliyunOrder = z.object({
  PhoneNumbers: z.string().check(z.regex(/^1\d{10}$/)),
  SignName: z.string(),
  TemplateCode: z.string(),
  TemplateParam: z.string(),
  OutId: z.string(),
});
const tencentOrder = z.object({
  PhoneNumberSet: z.array(z.string().check(z.regex(/^\+861\d{10}$/))).check(z.length(1)),
  SmsSdkAppId: z.string().check(z.regex(/^\d{5,20}$/)),
  SignName: z.string(),
  TemplateId: z.string(),
  TemplateParamSet: z.array(z.string()),
  SessionContext: z.string(),
});
const texts = z.record(z.string(), z.string());

// The simulator uses a template's key as its vendor number. Parameters have the order of the template's text.
const places: Record<string, string[]> = {
  enterpriseApproved: ['name', 'username', 'token'],
  enterpriseBound: ['name', 'username'],
  enterpriseRejected: ['name', 'number', 'reason'],
  phoneChanged: ['username', 'phone'],
  registerApproved: ['name', 'username'],
  shopApproved: ['name', 'username', 'token'],
  shopRejected: ['name', 'number', 'reason'],
  registerRejected: ['name', 'reason'],
};
const placesOf = (template: string) =>
  places[template] ?? (template.startsWith('code') ? ['code', 'minutes'] : ['username']);

export function openSmsVendors(app: FastifyInstance, sms: ReturnType<typeof openSms>) {
  const used = new Set<string>();
  void app.register((door, _, done) => {
    door.removeAllContentTypeParsers();
    // Stores the body as text, because the signature covers the received bytes, not the parsed value.
    door.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, next) => next(null, body));
    const bodyOf = (request: FastifyRequest) => (typeof request.body === 'string' ? request.body : '');

    door.post('/sms/aliyun/', (request, reply) => {
      const fault = acs3Fault(request, bodyOf(request), used);
      request.verdict = fault ? `拒绝：${fault[0]}` : '签名正确';
      if (fault) return reply.code(fault[1]).send({ Code: fault[0], Message: '签名或密钥不对', RequestId: request.id });
      const order = aliyunOrder.safeParse(request.query);
      const isSendSms =
        header(request, 'x-acs-action') === 'SendSms' && header(request, 'x-acs-version') === '2017-05-25';
      if (!order.success || !isSendSms) return reply.send({ Code: 'isv.INVALID_PARAMETERS', Message: '参数不对' });
      const { status, body } = sms.take({
        ...order.data,
        TemplateParam: texts.parse(JSON.parse(order.data.TemplateParam)),
      });
      return reply.code(status).send({ ...body, RequestId: request.id });
    });

    door.post('/sms/tencent/', (request, reply) => {
      const fault = tc3Fault(request, bodyOf(request));
      request.verdict = fault ? `拒绝：${fault}` : '签名正确';
      const refuse = (Code: string, Message: string) =>
        reply.send({ Response: { Error: { Code, Message }, RequestId: request.id } });
      if (fault) return refuse(fault, '签名或密钥不对');
      const order = tencentOrder.safeParse(JSON.parse(bodyOf(request)));
      const isSendSms =
        header(request, 'x-tc-action') === 'SendSms' && header(request, 'x-tc-version') === '2021-01-11';
      if (!order.success || !isSendSms) return refuse('InvalidParameterValue', '参数不对');
      const { PhoneNumberSet, SignName, TemplateId, TemplateParamSet, SessionContext } = order.data;
      const names = placesOf(TemplateId);
      const status = (Code: string, Message: string) => ({
        Response: {
          SendStatusSet: [
            { SerialNo: SessionContext, PhoneNumber: PhoneNumberSet[0], Fee: 1, SessionContext, Code, Message },
          ],
          RequestId: request.id,
        },
      });
      if (names.length !== TemplateParamSet.length)
        return reply.send(status('FailedOperation.TemplateParamSetNotMatchApprovedTemplate', '模板参数个数不对'));
      const smsReply = sms.take({
        PhoneNumbers: (PhoneNumberSet[0] ?? '').slice(3),
        SignName,
        TemplateCode: TemplateId,
        TemplateParam: Object.fromEntries(names.map((name, at) => [name, TemplateParamSet[at] ?? ''])),
        OutId: SessionContext,
      });
      const { Code, Message } = smsReply.body;
      return reply.code(smsReply.status).send(status(Code === 'OK' ? 'Ok' : Code, Message));
    });
    done();
  });
}
