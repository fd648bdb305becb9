import type { Job } from '@anlan/contract/domain/job';
import { useQuery } from '@tanstack/react-query';
import { jobs } from '#lib/shared-calls.ts';
import { isOver } from './rules.ts';

/** Watches long work once a second until it is over; a break in the connection is waited out. */
export function useJob(id: string | undefined): { job: Job | undefined; lost: boolean } {
  const { data, isError } = useQuery({
    queryKey: ['job', id],
    queryFn: ({ signal }) => jobs.get({ id: id ?? '' }, { signal, quiet: true }),
    enabled: id !== undefined,
    retry: false,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : 1000),
  });
  return { job: data, lost: isError };
}
