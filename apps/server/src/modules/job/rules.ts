import type { Job } from '@anlan/contract/modules/job/job';
import { AppError, WorkCancelled } from '#kernel/errors.ts';
import { storageFullText } from '#kernel/storage-full.ts';

/** Maximum crashes without progress; then the job fails. */
const triesInVainMax = 10;
/** Maximum attempts of a job, even if each makes progress. */
const triesMax = 500;

export const hasTooManyAttempts = (row: { tries: number; tries_in_vain: number }): boolean =>
  row.tries_in_vain > triesInVainMax || row.tries > triesMax;

export { WorkCancelled };

/** Thrown to roll back an attempt if another attempt has taken the job, or the job has ended. */
export class WorkOvertaken extends Error {}

/** How many jobs of a kind run at once. The others wait in order (S68). */
export interface Share {
  perUser: number;
  perTenant: number;
  /** Number of other running work, such as streams, that counts for the user and the tenant. */
  beside?: (person: { tenantId: string; userId: string }) => { mine: number; all: number };
}

export function placeOf(ahead: { mine: number; all: number }, { perUser, perTenant }: Share): number | null {
  if (ahead.mine >= perUser) return ahead.mine;
  return ahead.all >= perTenant ? ahead.all : null;
}

export const placeText = (ahead: number): string =>
  ahead > 0 ? `排队中，前面还有 ${ahead} 个` : '排队中，下一个就轮到';

/** Job kind of a queued export that is streamed directly to the user. */
export const listKind = 'list.export';
const forgottenMs = 30_000;
/** Message for a queued export whose node stopped. */
export const forgottenText = '导出中断，请重新导出';
export const isForgotten = (row: { kind: string; state: Job['state']; updated_at: Date }, now: Date): boolean =>
  row.kind === listKind && row.state === 'waiting' && now.getTime() - row.updated_at.getTime() > forgottenMs;

export interface Outcome {
  state: Extract<Job['state'], 'done' | 'failed' | 'cancelled'>;
  message?: string | null;
  result?: Record<string, unknown> | null;
  resultUrl?: string | null;
}

/** The outcome of a job after an error. Null if the job is retried. */
export function outcomeOf(error: unknown, stopping: boolean): Outcome | null {
  if (error instanceof WorkCancelled) return { state: 'cancelled', message: error.message || '已取消' };
  if (error instanceof AppError && error.message === storageFullText)
    return { state: 'failed', message: error.message };
  // Temporary errors. `tooMany`: too many transactions wait for the same row, which is free later.
  const passing = error instanceof AppError && (error.code === 'unavailable' || error.code === 'tooMany');
  if (stopping || passing) return null;
  if (error instanceof AppError) return { state: 'failed', message: error.message };
  return { state: 'failed', message: new AppError('failed').message };
}
