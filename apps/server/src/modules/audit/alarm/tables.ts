import type { AuditTables } from '../tables.ts';
import type { AlarmCause } from './causes.ts';

export interface AlarmTables extends AuditTables {
  alarm: {
    tenant_id: string;
    id: string;
    cause: AlarmCause;
    /** What the alarm is about; empty if the alarm has no subject. */
    subject: string;
    hour: number;
    note: string;
    at: Date;
    confirmed_at: Date | null;
    confirmed_by: string | null;
  };
}
