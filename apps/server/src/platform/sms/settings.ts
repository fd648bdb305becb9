import * as z from 'zod/mini';
import { isTemplate, type SmsTemplate } from '@anlan/contract/domain/message-template';
import { parsed } from '../start/environment-values.ts';

export interface SmsSettings {
  vendor: 'aliyun' | 'tencent';
  /** API address of the vendor. Only tests set another one. */
  endpoint: string;
  key: { id: string; secret: string };
  signName: string;
  templates: ReadonlyMap<SmsTemplate, string>;
  /** Tencent only: application id and region. */
  appId: string;
  region: string;
}

const endpoints = { aliyun: 'https://dysmsapi.aliyuncs.com', tencent: 'https://sms.tencentcloudapi.com' };

function templatesOf(text: string): SmsSettings['templates'] | undefined {
  const templateIds = new Map<SmsTemplate, string>();
  for (const pair of text.split(/[\s,]+/).filter(Boolean)) {
    const [name = '', id = '', ...rest] = pair.split('=');
    if (!isTemplate(name) || !/^[A-Za-z0-9_-]{1,64}$/.test(id) || rest.length > 0) return undefined;
    templateIds.set(name, id);
  }
  return templateIds.size > 0 ? templateIds : undefined;
}

const shaped = (expected: string, pattern: RegExp) =>
  parsed(expected, (value) => (pattern.test(value) ? value : undefined));

export const smsEnvironment = {
  SMS_PROVIDER: z.optional(
    parsed('aliyun 或 tencent', (value) => (['aliyun', 'tencent'] as const).find((one) => one === value)),
  ),
  SMS_KEY_ID: z.optional(shaped('服务商给的密钥编号', /^[!-~]{4,128}$/)),
  SMS_KEY_SECRET: z.optional(shaped('服务商给的密钥', /^[!-~]{8,128}$/)),
  SMS_SIGN_NAME: z.optional(shaped('已审核的短信签名', /^.{2,20}$/)),
  SMS_TEMPLATES: z.optional(parsed('模板=编号，用逗号隔开，例如 codeSignIn=SMS_123456', templatesOf)),
  SMS_APP_ID: z.optional(shaped('腾讯云短信的应用编号', /^\d{5,20}$/)),
  SMS_REGION: z._default(shaped('腾讯云的地域，例如 ap-guangzhou', /^[a-z]{2}-[a-z0-9-]{2,30}$/), 'ap-guangzhou'),
  SMS_ENDPOINT: z.optional(
    parsed('https://主机', (value) => (URL.canParse(value) && /^https?:/.test(value) ? value : undefined)),
  ),
};
const environment = z.object(smsEnvironment);

/** Reads the SMS settings; null when no vendor is configured. Calls `lacking` with the names of missing variables. */
export function readSms(
  values: z.output<typeof environment>,
  lacking: (name: string, beside: string) => never,
): SmsSettings | null {
  const { SMS_PROVIDER: vendor, SMS_KEY_ID: id, SMS_KEY_SECRET: secret, SMS_SIGN_NAME: signName } = values;
  if (vendor === undefined) return null;
  const beside = `SMS_PROVIDER=${vendor}`;
  if (vendor === 'tencent' && values.SMS_APP_ID === undefined) return lacking('SMS_APP_ID', beside);
  return {
    vendor,
    endpoint: values.SMS_ENDPOINT ?? endpoints[vendor],
    key: { id: id ?? lacking('SMS_KEY_ID', beside), secret: secret ?? lacking('SMS_KEY_SECRET', beside) },
    signName: signName ?? lacking('SMS_SIGN_NAME', beside),
    templates: values.SMS_TEMPLATES ?? lacking('SMS_TEMPLATES', beside),
    appId: values.SMS_APP_ID ?? '',
    region: values.SMS_REGION,
  };
}
