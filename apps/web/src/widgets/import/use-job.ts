import type { Job } from '@anlan/contract/modules/job/job';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#lib/api-error.ts';
import { jobs } from '#lib/shared-calls.ts';
import { useFollowed } from '../tasks/state.ts';
import { isOver } from './rules.ts';

/** Long work that somebody watches. */
interface Watched {
  job: Job | undefined;
  /** Nobody answers at the moment. */
  lost: boolean;
  /** There is no such work of this person. */
  gone: boolean;
}

/** Watches long work once a second until it is over; a break in the connection is waited out. */
export function useJob(id: string | undefined): Watched {
  useFollowed(id);
  const { data, error } = useQuery({
    queryKey: ['job', id],
    queryFn: ({ signal }) => jobs.get({ id: id ?? '' }, { signal, quiet: true }),
    enabled: id !== undefined,
    retry: false,
    refetchInterval: ({ state }) => (isOver(state.data) || isGone(state.error) ? false : 1000),
  });
  return { job: data, lost: error !== null, gone: isGone(error) };
}

const isGone = (error: Error | null): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
