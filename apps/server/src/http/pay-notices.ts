// Webhooks for payment vendors. They have no session and no envelope. The raw bytes are verified by the vendor's
// rules, and the answer has the vendor's format (S48).
import type { FastifyInstance } from 'fastify';
import { AppError } from '#kernel/errors.ts';
import type { PayVendor } from '#platform/pay/port.ts';
import { readBody } from './parse.ts';

/** Processes a payment notice. Returns null when the path contains no known merchant. */
export type HandlePayNotice = (
  vendor: PayVendor,
  account: string,
  request: { headers: Record<string, string | string[] | undefined>; body: Buffer },
) => Promise<{ status: number; contentType: string; body: string } | null>;

const noticeBytes = 64 * 1024;
const noticePaths = { wechat: '/payapi/wxpay/notify/:account', alipay: '/payapi/alipay/notify/:account' } as const;

export function mountPayNotices(app: FastifyInstance, take: HandlePayNotice): void {
  for (const [vendor, url] of Object.entries(noticePaths))
    app.post<{ Params: { account: string } }>(
      url,
      { config: { call: `pay.${vendor}`, pattern: url, upload: false } },
      async (request, reply) => {
        const body = await readBody(request.raw, noticeBytes);
        const answer = await take(vendor === 'wechat' ? 'wechat' : 'alipay', request.params.account, {
          headers: request.headers,
          body,
        });
        if (answer === null) throw new AppError('notFound');
        return reply.status(answer.status).header('content-type', answer.contentType).send(answer.body);
      },
    );
}
