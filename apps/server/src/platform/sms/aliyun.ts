import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { OutboundWay } from '../outbound/index.ts';
import { templatePlaces, type OutgoingSms, type SmsOutcome } from './index.ts';
import type { SmsSettings } from './settings.ts';
import { canonicalQuery, signAcs3 } from './signing.ts';

const answer = z.object({ Code: z.string(), Message: z.optional(z.string()), BizId: z.optional(z.string()) });
// Error codes of temporary problems; the message is sent again later.
const passing = /^(isp\.|Throttling|ServiceUnavailable|InternalError|isv\.BUSINESS_LIMIT_CONTROL$)/;
// Error codes that affect every message: account, keys or balance.
const forAll =
  /^(isv\.(OUT_OF_SERVICE|AMOUNT_NOT_ENOUGH|ACCOUNT_|PRODUCT_UN)|isp\.RAM_PERMISSION_DENY|SignatureDoesNotMatch|InvalidAccessKeyId|InvalidTimeStamp|Forbidden)/;
const wrongName = /^isv\.(SMS_SIGNATURE_ILLEGAL|SMS_SIGN_NAME_ILLEGAL)/;

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
    const parseResult = answer.safeParse(json);
    if (!parseResult.success) return { kind: 'later', reason: `短信服务的答复读不懂（${status}）` };
    const { Code, Message, BizId } = parseResult.data;
    if (Code === 'OK') return { kind: 'sent', receipt: BizId ?? '' };
    const reason = `${Code} ${Message ?? ''}`.trim().slice(0, 200);
    // An unknown signature name of the platform affects every message. An unknown name of a unit affects only
    // messages of this unit.
    if (forAll.test(Code) || (unit === undefined && wrongName.test(Code)))
      return { kind: 'refused', reason, forAll: true };
    return passing.test(Code) ? { kind: 'later', reason } : { kind: 'refused', reason };
  };
}
