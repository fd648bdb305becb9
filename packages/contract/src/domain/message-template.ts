import * as z from 'zod/mini';
import { cleanText } from './fields.ts';

/** SMS templates; the vendor has a number for each of them. First the verification codes, then the notices. */
export const smsTemplates = {
  codeSignIn: '登录验证码',
  codeRegister: '注册验证码',
  codeFindPhone: '找回验证码',
  codeChangePhone: '更换手机验证码',
  codeApply: '企业入驻验证码',
  enterpriseApproved: '企业入驻通过',
  enterpriseBound: '企业入驻通过（已有账号）',
  enterpriseRejected: '企业入驻驳回',
  phoneChanged: '手机号更换通知',
  passwordReset: '密码重置通知',
  registerReceived: '注册申请已提交',
  registerNameTaken: '注册用户名已被使用',
  registerKnown: '注册手机号已有账号',
  registerApproved: '注册申请通过',
  registerRejected: '注册申请未通过',
  codeShop: '店铺入驻验证码',
  shopApproved: '店铺入驻通过',
  shopRejected: '店铺入驻驳回',
  warningUrgent: '证照即将到期提醒',
} as const;
export type SmsTemplate = keyof typeof smsTemplates;
export const isTemplate = (text: string): text is SmsTemplate => Object.hasOwn(smsTemplates, text);

export const wrongTemplateId = '模板编号由 1 到 64 位字母、数字、_ 和 - 组成';
export const templateId = z.string().check(z.overwrite(cleanText), z.regex(/^[A-Za-z0-9_-]{1,64}$/, wrongTemplateId));

/** Approved SMS signature, without punctuation: the vendor adds the brackets. */
export const signName = z
  .string('短信签名不能为空')
  .check(z.overwrite(cleanText), z.regex(/^[\p{L}\p{N}]{2,20}$/u, '短信签名为 2 到 20 个汉字、字母或数字，不带【】'));

/** SMS signature and templates of a unit. They replace the signature and templates of the platform. */
export const unitSms = z.object({
  signName,
  /** Vendor's template number by template key. A missing key uses the platform's template. */
  templates: z.record(z.string().check(z.refine(isTemplate, '没有这种短信')), templateId),
});
export type UnitSms = z.output<typeof unitSms>;
