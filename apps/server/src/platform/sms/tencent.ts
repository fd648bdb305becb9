import * as z from 'zod/mini';
import type { OutboundWay } from '../outbound/index.ts';
import { templatePlaces, type OutgoingSms, type SmsOutcome } from './index.ts';
import type { SmsSettings } from './settings.ts';
import { signTc3 } from './signing.ts';

const failure = z.object({ Code: z.string(), Message: z.optional(z.string()) });
const answer = z.object({
  Response: z.object({
    Error: z.optional(failure),
    SendStatusSet: z.optional(z.array(z.object({ ...failure.shape, SerialNo: z.optional(z.string()) }))),
  }),
});
// Error codes of temporary problems; the message is sent again later.
const passing =
  /^(InternalError|RequestLimitExceeded|LimitExceeded\.(PhoneNumberThirtySecondLimit|DeliveryFrequencyLimit))/;
// Error codes that affect every message: account, keys or balance.
const forAll =
  /^(AuthFailure|UnauthorizedOperation|FailedOperation\.InsufficientBalanceInSmsPackage|LimitExceeded\.AppDailyLimit)/;
const wrongName = /^FailedOperation\.SignatureIncorrectOrUnapproved/;

export function createTencentSms(settings: SmsSettings, way: Pick<OutboundWay, 'askJson'>, now: () => Date) {
  return async ({ phone, template, params, idemKey, unit }: OutgoingSms, templateId: string): Promise<SmsOutcome> => {
    const payload = JSON.stringify({
      PhoneNumberSet: [`+86${phone}`],
      SmsSdkAppId: settings.appId,
      SignName: unit?.signName ?? settings.signName,
      TemplateId: templateId,
      TemplateParamSet: templatePlaces[template].map((name) => params[name] ?? ''),
      SessionContext: idemKey,
    });
    const url = new URL(settings.endpoint);
    const headers = signTc3(settings.key, {
      url,
      service: 'sms',
      action: 'SendSms',
      version: '2021-01-11',
      region: settings.region,
      payload,
      at: now(),
    });
    const address = `${url.origin}${url.pathname}`;
    const { status, json } = await way.askJson({ method: 'POST', address, headers, body: payload });
    const parseResult = answer.safeParse(json);
    const one = parseResult.success
      ? (parseResult.data.Response.Error ?? parseResult.data.Response.SendStatusSet?.[0])
      : undefined;
    if (!one) return { kind: 'later', reason: `短信服务的答复读不懂（${status}）` };
    if (one.Code === 'Ok') return { kind: 'sent', receipt: 'SerialNo' in one ? String(one.SerialNo ?? '') : '' };
    const reason = `${one.Code} ${one.Message ?? ''}`.trim().slice(0, 200);
    // An unknown signature name of the platform affects every message. An unknown name of a unit affects only
    // messages of this unit.
    if (forAll.test(one.Code) || (unit === undefined && wrongName.test(one.Code)))
      return { kind: 'refused', reason, forAll: true };
    return passing.test(one.Code) ? { kind: 'later', reason } : { kind: 'refused', reason };
  };
}
