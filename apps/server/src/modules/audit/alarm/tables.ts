import type { AuditTables } from '../tables.ts';

/** What an alarm was raised for. */
export type AlarmCause =
  | 'smsNearLimit'
  | 'smsSenderAbsent'
  | 'auditUnsealed'
  | 'tookOften'
  | 'tookMuch'
  | 'paymentOdd'
  | 'refundFailed'
  | 'booksUnbalanced'
  | 'billDiffers'
  | 'guessedOften'
  | 'tokenReused'
  | 'tenantMismatch'
  | 'callbackForged'
  | 'backupLate'
  | 'certificateEnds';

/** Tables of the alarms. */
export interface AlarmTables extends AuditTables {
  alarm: {
    tenant_id: string;
    id: string;
    cause: AlarmCause;
    /** Whom it is about; empty where it is about nobody. */
    subject: string;
    hour: number;
    note: string;
    at: Date;
  };
}
