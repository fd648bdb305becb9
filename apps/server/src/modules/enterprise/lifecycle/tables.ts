import type { EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import type { TimelineEntry } from '@anlan/contract/modules/enterprise/lifecycle';

export type StepDetails = TimelineEntry['details'];

export interface LifecycleTables {
  enterprise_status_change: {
    tenant_id: string;
    id: string;
    enterprise_id: string;
    from_status: EnterpriseStatus | null;
    to_status: EnterpriseStatus;
    at: Date;
    by_id: string | null;
    by_name: string | null;
    note: string | null;
    details: string | StepDetails;
    files: string[];
  };
}
