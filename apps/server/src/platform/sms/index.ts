// How messages leave: a port that providers fill. What is said stands in the provider's template, never in free text.
import type { SmsTemplate, UnitSms } from '@anlan/contract/domain/message-template';

const code = ['code', 'minutes'];
/** The places of each template in their order: vendors that number them count so. */
export const templatePlaces: Readonly<Record<SmsTemplate, readonly string[]>> = {
  codeSignIn: code,
  codeRegister: code,
  codeFindPhone: code,
  codeChangePhone: code,
  codeApply: code,
  enterpriseApproved: ['name', 'username', 'token'],
  enterpriseBound: ['name', 'username'],
  enterpriseRejected: ['name', 'number', 'reason'],
  phoneChanged: ['username', 'phone'],
  passwordReset: ['username'],
  registerReceived: ['username'],
  registerNameTaken: ['username'],
  registerKnown: ['username'],
  registerApproved: ['name', 'username'],
  registerRejected: ['name', 'reason'],
  codeShop: code,
  shopApproved: ['name', 'username', 'token'],
  shopRejected: ['name', 'number', 'reason'],
  warningUrgent: ['name', 'count'],
};

/** One message on its way out. */
export interface OutgoingSms {
  phone: string;
  template: SmsTemplate;
  /** Values of the template's places. */
  params: Readonly<Record<string, string>>;
  /** The same for every try at the same message: a provider that knows it sends once. */
  idemKey: string;
  /** The unit's own name and templates, before the platform's. */
  unit?: UnitSms;
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
  /** Whether it has the words of a template, the platform's or the unit's own. */
  carries(template: SmsTemplate, unit: UnitSms | null): boolean;
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
