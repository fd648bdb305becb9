import * as z from 'zod/mini';
import { createOutbound } from '../outbound/index.ts';
import type { SmsProvider } from './index.ts';

const answer = z.object({ Code: z.string(), Message: z.optional(z.string()), BizId: z.optional(z.string()) });
// Error codes of the vendor for temporary problems.
const passing = new Set(['isp.SYSTEM_ERROR', 'isv.BUSINESS_LIMIT_CONTROL']);

/** Sends messages to the simulator, which displays them. `here`: site address for the links in them. */
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
        // In real templates the vendor has the site address; the simulator needs it as a parameter.
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
        const parseResult = answer.safeParse(json);
        if (status !== 200 || !parseResult.success) return { kind: 'later', reason: `短信服务答复 ${status}` };
        const { Code, Message, BizId } = parseResult.data;
        if (Code === 'OK') return { kind: 'sent', receipt: BizId ?? '' };
        const reason = `${Code} ${Message ?? ''}`.trim().slice(0, 200);
        return { kind: passing.has(Code) ? 'later' : 'refused', reason };
      } catch (error) {
        return { kind: 'later', reason: error instanceof Error ? error.message.slice(0, 200) : '短信服务没有答复' };
      }
    },
  };
}
