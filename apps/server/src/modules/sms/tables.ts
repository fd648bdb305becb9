import type { SmsTemplate } from '#platform/sms/index.ts';
import type { SmsType } from '@anlan/contract/domain/sms';

/** What strangers do that is counted. */
export type PublicKind = 'sms' | 'apply' | 'register' | 'findPhone';

/** Tables of the room sms; all but the messages belong to the wall. */
export interface SmsTables {
  public_attempt: {
    tenant_id: string;
    id: string;
    kind: PublicKind;
    phone: string;
    address: string;
    at: Date;
  };
  sms_code: {
    tenant_id: string;
    type: SmsType;
    phone: string;
    code_hash: string;
    ends_at: Date;
    tries: number;
    used_at: Date | null;
  };
  sms_proof: {
    tenant_id: string;
    id: string;
    hash: string;
    type: SmsType;
    phone: string;
    ends_at: Date;
    used_at: Date | null;
    files: number;
    bytes: number | string;
  };
  sms_message: {
    tenant_id: string;
    id: string;
    phone: string;
    template: SmsTemplate;
    params: string | null;
    state: 'queued' | 'sent' | 'failed';
    note: string | null;
    receipt: string | null;
    created_at: Date;
    updated_at: Date;
  };
}
