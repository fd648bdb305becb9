import type { SmsTemplate } from '@anlan/contract/domain/message-template';
import type { SmsType } from '@anlan/contract/modules/sms/sms';

/** What strangers do that is counted. */
export type PublicKind = 'sms' | 'apply' | 'shop' | 'register' | 'findPhone';

/** Tables of the module sms; all but the messages belong to the HTTP layer. */
export interface SmsTables {
  public_attempt: {
    tenant_id: string;
    id: string;
    kind: PublicKind;
    /** Null where no phone was asked for, and on rows of before. */
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
    /** Network that the code was asked for from. */
    asked_from: string;
    tries: number;
    /** The tries of each network, as JSON. */
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
  /** One row, of the platform's tenant. */
  sms_fare: { tenant_id: string; down_since: Date | null; sender_at: Date | null };
  sms_message: {
    tenant_id: string;
    id: string;
    /** A mask. */
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
