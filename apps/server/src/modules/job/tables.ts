import type { Job } from '@anlan/contract/modules/job/job';

/** Input and internal notes of a job; users never see them. */
export type JobParams = Record<string, unknown>;

export interface JobTables {
  job: {
    tenant_id: string;
    id: string;
    kind: string;
    title: string | null;
    state: Job['state'];
    user_id: string;
    done: number;
    tries: number;
    /** Attempts since the last new progress. */
    tries_in_vain: number;
    /** Highest progress of all attempts. */
    furthest: number;
    total: number | null;
    message: string | null;
    result_url: string | null;
    params: JobParams | string;
    result: Record<string, unknown> | string | null;
    cancel_asked: boolean;
    created_at: Date;
    updated_at: Date;
  };
}
