import type { Job } from '@anlan/contract/modules/job/job';

/** What a piece of work is told and notes for itself; never shown. */
export type JobParams = Record<string, unknown>;

/** Table job: progress, cancel and result of long work. */
export interface JobTables {
  job: {
    tenant_id: string;
    id: string;
    kind: string;
    title: string | null;
    state: Job['state'];
    user_id: string;
    done: number;
    /** How often it was taken up. */
    tries: number;
    /** How often since it last got further than ever before. */
    tries_in_vain: number;
    /** The most that was ever done of it. */
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
