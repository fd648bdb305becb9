import * as z from 'zod/mini';

export const smsOrder = z.object({
  PhoneNumbers: z.string().check(z.regex(/^1\d{10}$/)),
  SignName: z.string(),
  TemplateCode: z.string(),
  TemplateParam: z.record(z.string(), z.string()),
  /** Message id. It is the same in every attempt to send the message. */
  OutId: z.string(),
});
export type SmsOrder = z.output<typeof smsOrder>;

export interface ReceivedSms {
  id: string;
  phone: string;
  template: string;
  params: Record<string, string>;
  text: string;
  at: string;
}

const words: Record<string, (of: Record<string, string>) => string> = {
  codeSignIn: ({ code, minutes }) => `验证码 ${code}，您正在登录，${minutes} 分钟内有效，请勿告诉他人。`,
  codeRegister: ({ code, minutes }) => `验证码 ${code}，您正在注册账号，${minutes} 分钟内有效，请勿告诉他人。`,
  codeFindPhone: ({ code, minutes }) => `验证码 ${code}，您正在找回账号，${minutes} 分钟内有效，请勿告诉他人。`,
  codeChangePhone: ({ code, minutes }) => `验证码 ${code}，您正在更换手机号，${minutes} 分钟内有效，请勿告诉他人。`,
  codeApply: ({ code, minutes }) => `验证码 ${code}，您正在申请企业入驻，${minutes} 分钟内有效，请勿告诉他人。`,
  enterpriseApproved: ({ name, username, token, site = '' }) =>
    `${name} 的入驻申请已通过，用户名 ${username}。请在 7 天内打开 ${site}/setpassword#${token} 设置密码，只能用一次。`,
  enterpriseBound: ({ name, username }) => `${name} 的入驻申请已通过，已绑定到您的账号 ${username}，请用原密码登录。`,
  enterpriseRejected: ({ name, number, reason }) =>
    `${name} 的入驻申请（${number}）未通过：${reason}。可修改后重新提交。`,
  phoneChanged: ({ username, phone }) =>
    `您的账号 ${username} 绑定的手机号已更换为 ${phone}。如非本人操作，请立即联系管理员。`,
  passwordReset: ({ username }) =>
    `您的账号 ${username} 的密码已被管理员重置，原有登录已结束。如非您要求，请立即联系管理员。`,
  registerReceived: ({ username }) => `您的注册申请已提交，用户名 ${username}，审核结果会以短信通知您。`,
  registerNameTaken: ({ username }) => `用户名 ${username} 已被使用，您的注册没有提交，请换一个用户名重新注册。`,
  registerKnown: ({ username }) => `您的手机号已有账号 ${username}，无需注册，可直接用手机号登录。`,
  registerApproved: ({ name, username }) => `${name} 您好，您的注册申请已通过，用户名 ${username}，现在可以登录。`,
  registerRejected: ({ name, reason }) => `${name} 您好，您的注册申请未通过：${reason}。`,
  codeShop: ({ code, minutes }) => `验证码 ${code}，您正在申请店铺入驻，${minutes} 分钟内有效，请勿告诉他人。`,
  shopApproved: ({ name, username, token, site = '' }) =>
    `店铺 ${name} 的入驻申请已通过，用户名 ${username}。请在 7 天内打开 ${site}/setpassword#${token} 设置密码，只能用一次。`,
  shopRejected: ({ name, number, reason }) =>
    `店铺 ${name} 的入驻申请（${number}）未通过：${reason}。可修改后重新申请。`,
  warningUrgent: ({ name, count }) =>
    `${name} 您好，您的企业有 ${count} 项证照、设备或人员事项将在 7 天内到期，请登录平台办理。`,
};

export const smsFault = z.object({
  times: z.optional(z.int().check(z.gte(0), z.lte(1_000))),
  /** HTTP status instead of an answer, or error code of the vendor in a 200 answer. */
  status: z.optional(z.int().check(z.gte(400), z.lte(599))),
  code: z.optional(z.string()),
  /** Delay of every answer, in milliseconds. */
  latencyMs: z.optional(z.int().check(z.gte(0), z.lte(60_000))),
});

export interface SmsReply {
  status: number;
  body: { Code: string; Message: string; BizId?: string };
}

const mostMessages = 500;

export function openSms() {
  let inbox: ReceivedSms[] = [];
  let failures: z.output<typeof smsFault>[] = [];
  let latencyMs = 0;
  return {
    get latencyMs() {
      return latencyMs;
    },
    /** Accepts a message. A repeated OutId is delivered only once. */
    take({ PhoneNumbers, TemplateCode, TemplateParam, OutId, SignName }: SmsOrder): SmsReply {
      const fault = failures.shift();
      if (fault) {
        const code = fault.code ?? 'isp.SYSTEM_ERROR';
        return { status: fault.status ?? 200, body: { Code: code, Message: '模拟的故障' } };
      }
      const say = words[TemplateCode];
      if (!say) return { status: 200, body: { Code: 'isv.SMS_TEMPLATE_ILLEGAL', Message: '模板不存在' } };
      if (!inbox.some(({ id }) => id === OutId))
        inbox = [
          {
            id: OutId,
            phone: PhoneNumbers,
            template: TemplateCode,
            params: TemplateParam,
            text: `【${SignName}】${say(TemplateParam)}`,
            at: new Date().toISOString(),
          },
          ...inbox,
        ].slice(0, mostMessages);
      return { status: 200, body: { Code: 'OK', Message: 'OK', BizId: OutId } };
    },
    list: (phone?: string) => inbox.filter((message) => phone === undefined || message.phone === phone),
    disturb({ times, latencyMs: slow, ...fault }: z.output<typeof smsFault>) {
      if (slow !== undefined) latencyMs = slow;
      if (times !== undefined) failures = Array.from({ length: times }, () => fault);
    },
    clear() {
      inbox = [];
      failures = [];
      latencyMs = 0;
    },
  };
}
