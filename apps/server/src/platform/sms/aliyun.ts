import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { OutboundWay } from '../outbound/index.ts';
import { templatePlaces, type OutgoingSms, type SmsOutcome } from './index.ts';
import type { SmsSettings } from './settings.ts';
import { canonicalQuery, signAcs3 } from './signing.ts';

const answer = z.object({ Code: z.string(), Message: z.optional(z.string()), BizId: z.optional(z.string()) });
// What passes by itself.
const passing = /^(isp\.|Throttling|ServiceUnavailable|InternalError|isv\.BUSINESS_LIMIT_CONTROL$)/;
// What any other message would meet as well: the account, its keys, its money.
const forAll =
  /^(isv\.(OUT_OF_SERVICE|AMOUNT_NOT_ENOUGH|ACCOUNT_|PRODUCT_UN)|isp\.RAM_PERMISSION_DENY|SignatureDoesNotMatch|InvalidAccessKeyId|InvalidTimeStamp|Forbidden)/;
const wrongName = /^isv\.(SMS_SIGNATURE_ILLEGAL|SMS_SIGN_NAME_ILLEGAL)/;

/** Sends by Aliyun: SendSms of 2017-05-25. */
export function createAliyunSms(settings: SmsSettings, way: Pick<OutboundWay, 'askJson'>, now: () => Date) {
  return async ({ phone, template, params, idemKey, unit }: OutgoingSms, templateId: string): Promise<SmsOutcome> => {
    const query = {
      PhoneNumbers: phone,
      SignName: unit?.signName ?? settings.signName,
      TemplateCode: templateId,
      TemplateParam: JSON.stringify(
        Object.fromEntries(templatePlaces[template].map((name) => [name, params[name] ?? ''])),
      ),
      OutId: idemKey,
    };
    const url = new URL(settings.endpoint);
    const headers = signAcs3(settings.key, {
      url,
      action: 'SendSms',
      version: '2017-05-25',
      query,
      at: now(),
      nonce: randomUUID(),
    });
    const { status, json } = await way.askJson({
      method: 'POST',
      address: `${url.origin}${url.pathname}?${canonicalQuery(query)}`,
      headers,
    });
    const said = answer.safeParse(json);
    if (!said.success) return { kind: 'later', reason: `短信服务的答复读不懂（${status}）` };
    const { Code, Message, BizId } = said.data;
    if (Code === 'OK') return { kind: 'sent', receipt: BizId ?? '' };
    const reason = `${Code} ${Message ?? ''}`.trim().slice(0, 200);
    // A name that the vendor does not know is everybody's trouble only where it is the platform's.
    if (forAll.test(Code) || (unit === undefined && wrongName.test(Code)))
      return { kind: 'refused', reason, forAll: true };
    return passing.test(Code) ? { kind: 'later', reason } : { kind: 'refused', reason };
  };
}
