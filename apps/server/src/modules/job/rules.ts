import type { Job } from '@anlan/contract/modules/job/job';
import { AppError, WorkCancelled } from '#kernel/errors.ts';
import { storageFullText } from '#kernel/storage-full.ts';

/** A process that died so often over one piece of work, without its getting any further, died of it. */
const triesInVainMax = 10;
/** However far it gets each time. */
const triesMax = 500;

/** Whether work is given up that was taken up so often. */
export const isHopeless = (row: { tries: number; tries_in_vain: number }): boolean =>
  row.tries_in_vain > triesInVainMax || row.tries > triesMax;

export { WorkCancelled };

/** Thrown by a try at work that another try has taken up since, or that is over: nothing of it may stand. */
export class WorkOvertaken extends Error {}

/** How much work of a kind goes on at once; the rest waits in the order in which it came (S68). */
export interface Share {
  perUser: number;
  perTenant: number;
  /** What of a person and of a tenant goes on beside it and counts too. */
  beside?: (person: { tenantId: string; userId: string }) => { mine: number; all: number };
}

/** How much is in front of a piece of work whose turn has not come; null where it has. */
export function placeOf(ahead: { mine: number; all: number }, { perUser, perTenant }: Share): number | null {
  if (ahead.mine >= perUser) return ahead.mine;
  return ahead.all >= perTenant ? ahead.all : null;
}

/** The place in the queue, as people read it. */
export const placeText = (ahead: number): string =>
  ahead > 0 ? `排队中，前面还有 ${ahead} 个` : '排队中，下一个就轮到';

/** Kind of a list that waits to be written and goes to its person at once. */
export const listKind = 'list.export';
const forgottenMs = 30_000;
/** What is said of a list whose node ended while it waited. */
export const forgottenText = '导出中断，请重新导出';
/** Whether a list waits that nobody tells of any more. */
export const isForgotten = (row: { kind: string; state: Job['state']; updated_at: Date }, now: Date): boolean =>
  row.kind === listKind && row.state === 'waiting' && now.getTime() - row.updated_at.getTime() > forgottenMs;

/** What a piece of work ends with. */
export interface Outcome {
  state: Extract<Job['state'], 'done' | 'failed' | 'cancelled'>;
  message?: string | null;
  result?: Record<string, unknown> | null;
  resultUrl?: string | null;
}

/** What a failure ends in, or null when the work is put off to another try. */
export function outcomeOf(error: unknown, stopping: boolean): Outcome | null {
  if (error instanceof WorkCancelled) return { state: 'cancelled', message: error.message || '已取消' };
  if (error instanceof AppError && error.message === storageFullText)
    return { state: 'failed', message: error.message };
  // A row that too many want is free later.
  const passing = error instanceof AppError && (error.code === 'unavailable' || error.code === 'tooMany');
  if (stopping || passing) return null;
  if (error instanceof AppError) return { state: 'failed', message: error.message };
  return { state: 'failed', message: new AppError('failed').message };
}
