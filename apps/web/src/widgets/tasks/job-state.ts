import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { jobs } from '#lib/shared-calls.ts';
import { useTabActive } from '#ui/tab-context.tsx';
import { isOpen } from './rules.ts';

const shown = 20;
const watchMs = 1_500;
const key = ['jobs', 'mine'] as const;

export const useTray = create<{ open: boolean; followed: readonly string[] }>(() => ({ open: false, followed: [] }));

/**
 * Marks a job as followed by the page in front: that page reports the end of the job itself, so no global message
 * appears.
 */
export function useFollowed(id: string | undefined): void {
  const inFront = useTabActive();
  useEffect(() => {
    if (id === undefined || !inFront) return undefined;
    useTray.setState(({ followed }) => ({ followed: [...followed, id] }));
    return () => useTray.setState(({ followed }) => ({ followed: followed.filter((one) => one !== id) }));
  }, [id, inFront]);
}

export const myTasks = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => jobs.page({ page: 1, size: shown, sort: [], filter: {} }, { signal, quiet: true }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.rows.some(isOpen) ? watchMs : false),
});

export function useTasks() {
  const client = useQueryClient();
  const started = useCallback(() => void client.invalidateQueries({ queryKey: key }), [client]);
  return useMemo(() => ({ started, open: () => useTray.setState({ open: true }) }), [started]);
}
