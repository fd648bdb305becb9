// The doors at which payment vendors tell what happened. No session and no envelope: the bytes as they came are verified
// by the vendor's own rules, and what is sent back are the words that the vendor wants to hear (S48).
import type { FastifyInstance } from 'fastify';
import { AppError } from '#kernel/errors.ts';
import type { PayVendor } from '#platform/pay/port.ts';
import { readBody } from './parse.ts';

/** Takes in a notice; null where the path names no merchant of ours. */
export type TakeNotice = (
  vendor: PayVendor,
  account: string,
  request: { headers: Record<string, string | string[] | undefined>; body: Buffer },
) => Promise<{ status: number; contentType: string; body: string } | null>;

const noticeBytes = 64 * 1024;
const doors = { wechat: '/payapi/wxpay/notify/:account', alipay: '/payapi/alipay/notify/:account' } as const;

/** Opens the doors for notices of payment vendors. */
export function takePayNotices(app: FastifyInstance, take: TakeNotice): void {
  for (const [vendor, url] of Object.entries(doors))
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
