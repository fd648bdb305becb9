import * as z from 'zod/mini';
import { postJson } from '../outbound/index.ts';
import type { SmsProvider } from './index.ts';

const answer = z.object({ Code: z.string(), Message: z.optional(z.string()), BizId: z.optional(z.string()) });
// What passes by itself, in the words of the vendors.
const passing = new Set(['isp.SYSTEM_ERROR', 'isv.BUSINESS_LIMIT_CONTROL']);

/** Sends to the simulator of the outside world, which shows what would have arrived. */
export const createSimulatorSms = (base: string): SmsProvider => ({
  local: true,
  carries: () => true,
  async send({ phone, template, params, idemKey }) {
    try {
      const { status, json } = await postJson(`${base}/sms/send`, {
        PhoneNumbers: phone,
        SignName: '安澜',
        TemplateCode: template,
        TemplateParam: params,
        OutId: idemKey,
      });
      const said = answer.safeParse(json);
      if (status !== 200 || !said.success) return { kind: 'later', reason: `短信服务答复 ${status}` };
      const { Code, Message, BizId } = said.data;
      if (Code === 'OK') return { kind: 'sent', receipt: BizId ?? '' };
      return { kind: passing.has(Code) ? 'later' : 'refused', reason: `${Code} ${Message ?? ''}`.trim().slice(0, 200) };
    } catch (error) {
      return { kind: 'later', reason: error instanceof Error ? error.message.slice(0, 200) : '短信服务没有答复' };
    }
  },
});
