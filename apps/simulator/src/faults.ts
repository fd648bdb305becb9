import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

export const services = {
  sms: { name: '短信', paths: ['/sms/'] },
  open: { name: '微信开放平台', paths: ['/open/sns/'] },
  wxpay: { name: '微信支付', paths: ['/pay/'] },
  alipay: { name: '支付宝', paths: ['/ali/'] },
  companies: { name: '天眼查', paths: ['/tyc/'] },
  wx: { name: '公众号', paths: ['/wx/'] },
  face: { name: '人脸比对', paths: ['/face/'] },
} as const;
export type Service = keyof typeof services;

export const modes = {
  well: '正常',
  error: '答 503',
  timeout: '不应答',
  reset: '断开连接',
  wrong: '答错内容',
  html: '答网页',
  huge: '答 1 MB',
} as const;

export const faultInput = z.object({
  service: z.enum(['sms', 'open', 'wxpay', 'alipay', 'companies', 'wx', 'face']),
  mode: z.optional(z.enum(['well', 'error', 'timeout', 'reset', 'wrong', 'html', 'huge'])),
  /** Delay of every answer, in milliseconds. */
  latencyMs: z.optional(z.int().check(z.gte(0), z.lte(60_000))),
  /** How many requests fail before normal operation returns. Unlimited by default. */
  times: z.optional(z.int().check(z.gte(1), z.lte(1_000))),
});

interface Fault {
  mode: keyof typeof modes;
  latencyMs: number;
  left: number;
}
const well = (): Fault => ({ mode: 'well', latencyMs: 0, left: Number.POSITIVE_INFINITY });

export function openFaults() {
  const faults: Record<Service, Fault> = {
    sms: well(),
    open: well(),
    wxpay: well(),
    alipay: well(),
    companies: well(),
    wx: well(),
    face: well(),
  };
  const names: readonly Service[] = ['sms', 'open', 'wxpay', 'alipay', 'companies', 'wx', 'face'];
  const serviceOf = (path: string) => names.find((one) => services[one].paths.some((start) => path.startsWith(start)));
  return {
    serviceOf,
    list: () =>
      names.map((service) => ({
        service,
        name: services[service].name,
        mode: faults[service].mode,
        latencyMs: faults[service].latencyMs,
      })),
    set({ service, mode = 'well', latencyMs = 0, times }: z.output<typeof faultInput>) {
      faults[service] = { mode, latencyMs, left: times ?? Number.POSITIVE_INFINITY };
    },
    clear() {
      for (const service of names) faults[service] = well();
    },
    /**
     * Sends a failure instead of an answer, if one is configured. Returns its name, or null when the request should be
     * handled normally.
     */
    async applyFault(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
      const fault = faults[service];
      if (fault.latencyMs > 0) await pause(fault.latencyMs);
      if (fault.mode === 'well') return null;
      const { mode } = fault;
      fault.left -= 1;
      if (fault.left <= 0) faults[service] = { ...well(), latencyMs: fault.latencyMs };
      if (mode === 'timeout') reply.hijack();
      else if (mode === 'reset') {
        reply.hijack();
        request.raw.socket.resetAndDestroy();
      } else if (mode === 'error') reply.code(503).send({ message: 'service unavailable' });
      else if (mode === 'html')
        reply.type('text/html').send('<!doctype html><title>维护中</title><script>alert(1)</script>');
      else if (mode === 'huge') reply.send({ filler: 'x'.repeat(1024 * 1024) });
      else reply.send({ access_token: 7, openid: null, unionid: { $ne: '' }, errcode: 'no', Code: 7, Response: [] });
      return modes[mode];
    },
  };
}
