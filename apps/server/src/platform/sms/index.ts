// Outgoing SMS: a port for providers. The text is the provider's template, never free text.
import type { SmsTemplate, UnitSms } from '@anlan/contract/domain/message-template';

const code = ['code', 'minutes'];
/** Names of the parameters of each template, in the order in which some vendors number them. */
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

export interface OutgoingSms {
  phone: string;
  template: SmsTemplate;
  params: Readonly<Record<string, string>>;
  /** Idempotency key. It stays the same when a message is sent again. */
  idemKey: string;
  /** Signature and templates of the tenant. They replace the signature and templates of the platform. */
  unit?: UnitSms;
}

/**
 * Result of one attempt. `sent`: done. `refused`: not tried again; with `forAll` the provider would refuse every
 * message. `later`: the message is tried again.
 */
export type SmsOutcome =
  | { kind: 'sent'; receipt: string }
  | { kind: 'refused'; reason: string; forAll?: boolean }
  | { kind: 'later'; reason: string };

export interface SmsProvider {
  /** True when messages stay on this machine; only then demonstration numbers may be used. */
  local: boolean;
  carries(template: SmsTemplate, unit: UnitSms | null): boolean;
  send(message: OutgoingSms): Promise<SmsOutcome>;
}

/** Provider without a vendor. It refuses every message; the reason appears in the list of messages. */
export const noSms: SmsProvider = {
  local: true,
  carries: () => false,
  send: () => Promise.resolve({ kind: 'refused', reason: '没有配置短信服务' }),
};

/** Whether a number belongs to the demonstration. Such numbers get no real SMS (S06). */
export const isDemoPhone = (phone: string): boolean => phone.startsWith('1990000');
