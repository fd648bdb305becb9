import type { SmsTemplate } from '@anlan/contract/domain/message-template';
import type { SmsType } from '@anlan/contract/modules/sms/sms';

export type PublicKind = 'sms' | 'apply' | 'shop' | 'register' | 'findPhone';

export interface SmsTables {
  public_attempt: {
    tenant_id: string;
    id: string;
    kind: PublicKind;
    /** Null when the request had no phone, and on older rows. */
    phone_index: string | null;
    address: string;
    at: Date;
  };
  sms_code: {
    tenant_id: string;
    type: SmsType;
    phone_index: string;
    code_hash: string;
    ends_at: Date;
    asked_from: string;
    tries: number;
    /** Number of attempts from each network, as JSON. */
    tries_by: string;
    used_at: Date | null;
  };
  sms_proof: {
    tenant_id: string;
    id: string;
    hash: string;
    type: SmsType;
    phone_sealed: string | null;
    ends_at: Date;
    used_at: Date | null;
    files: number;
    bytes: number | string;
  };
  /** State of the SMS service: one row, owned by the platform tenant. */
  sms_fare: { tenant_id: string; down_since: Date | null; sender_at: Date | null };
  sms_message: {
    tenant_id: string;
    id: string;
    /** The masked phone. */
    phone: string;
    phone_sealed: string | null;
    phone_index: string | null;
    template: SmsTemplate;
    params: string | null;
    state: 'queued' | 'sent' | 'failed';
    note: string | null;
    receipt: string | null;
    created_at: Date;
    updated_at: Date;
  };
}
