// How messages leave: a port that providers fill. What is said stands in the provider's template, never in free text.

/** Templates that a provider is configured for: codes by what they are for, then notices. */
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
} as const;
/** A template's key. */
export type SmsTemplate = keyof typeof smsTemplates;
/** Whether a text is a template's key. */
export const isTemplate = (text: string): text is SmsTemplate => Object.hasOwn(smsTemplates, text);

const code = ['code', 'minutes'];
/** The places of each template in their order: vendors that number them count so. */
export const templatePlaces: Readonly<Record<SmsTemplate, readonly string[]>> = {
  codeSignIn: code,
  codeRegister: code,
  codeFindPhone: code,
  codeChangePhone: code,
  codeApply: code,
  enterpriseApproved: ['name', 'username', 'password'],
  enterpriseBound: ['name', 'username'],
  enterpriseRejected: ['name', 'number', 'reason'],
  phoneChanged: ['username', 'phone'],
  passwordReset: ['username'],
  registerReceived: ['username'],
  registerNameTaken: ['username'],
  registerKnown: ['username'],
  registerApproved: ['name', 'username'],
  registerRejected: ['name', 'reason'],
};

/** One message on its way out. */
export interface OutgoingSms {
  phone: string;
  template: SmsTemplate;
  /** Values of the template's places. */
  params: Readonly<Record<string, string>>;
  /** The same for every try at the same message: a provider that knows it sends once. */
  idemKey: string;
}

/** What a provider said: taken, refused for good (`forAll`: as any other would be), or worth another try. */
export type SmsOutcome =
  | { kind: 'sent'; receipt: string }
  | { kind: 'refused'; reason: string; forAll?: boolean }
  | { kind: 'later'; reason: string };

/** Who carries messages. */
export interface SmsProvider {
  /** Whether messages end on this machine: only then may numbers of the demonstration be written to. */
  local: boolean;
  /** Whether it has the words of a template. */
  carries(template: SmsTemplate): boolean;
  send(message: OutgoingSms): Promise<SmsOutcome>;
}

/** Nobody carries messages: each is refused with the reason, so that it shows where messages are listed. */
export const noSms: SmsProvider = {
  local: true,
  carries: () => false,
  send: () => Promise.resolve({ kind: 'refused', reason: '没有配置短信服务' }),
};

/** Numbers of the demonstration never leave the machine (S06). */
export const isDemoPhone = (phone: string): boolean => phone.startsWith('1990000');
