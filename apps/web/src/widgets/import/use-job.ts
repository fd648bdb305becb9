import type { Job } from '@anlan/contract/modules/job/job';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#lib/api-error.ts';
import { jobs } from '#lib/shared-calls.ts';
import { useFollowed } from '../tasks/job-state.ts';
import { isOver } from './rules.ts';

interface Watched {
  job: Job | undefined;
  lost: boolean;
  gone: boolean;
}

/** Hook that polls a job once a second until it ends. It continues after connection failures. */
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
