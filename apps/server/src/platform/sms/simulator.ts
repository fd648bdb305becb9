import * as z from 'zod/mini';
import { createOutbound } from '../outbound/index.ts';
import type { SmsProvider } from './index.ts';

const answer = z.object({ Code: z.string(), Message: z.optional(z.string()), BizId: z.optional(z.string()) });
// What passes by itself, in the words of the vendors.
const passing = new Set(['isp.SYSTEM_ERROR', 'isv.BUSINESS_LIMIT_CONTROL']);

/** Sends to the simulator of the outside world, which shows what would have arrived, with links into the server at `here`. */
export function createSimulatorSms(base: string, here: () => string = () => ''): SmsProvider {
  const way = createOutbound({ allowPrivate: [new URL(base).hostname] }).open({ bases: [base] });
  return {
    local: true,
    carries: () => true,
    async send({ phone, template, params, idemKey, unit }) {
      const order = {
        PhoneNumbers: phone,
        SignName: unit?.signName ?? '安澜',
        TemplateCode: template,
        // The words of a vendor's template hold the address already.
        TemplateParam: 'token' in params ? { ...params, site: here() } : params,
        OutId: idemKey,
      };
      try {
        const { status, json } = await way.askJson({
          method: 'POST',
          address: `${base}/sms/send`,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(order),
        });
        const said = answer.safeParse(json);
        if (status !== 200 || !said.success) return { kind: 'later', reason: `短信服务答复 ${status}` };
        const { Code, Message, BizId } = said.data;
        if (Code === 'OK') return { kind: 'sent', receipt: BizId ?? '' };
        const reason = `${Code} ${Message ?? ''}`.trim().slice(0, 200);
        return { kind: passing.has(Code) ? 'later' : 'refused', reason };
      } catch (error) {
        return { kind: 'later', reason: error instanceof Error ? error.message.slice(0, 200) : '短信服务没有答复' };
      }
    },
  };
}
