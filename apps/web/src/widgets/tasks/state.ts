import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { jobs } from '#lib/shared-calls.ts';
import { useTabActive } from '#ui/tab-scope.tsx';
import { isOpen } from './rules.ts';

const shown = 20;
const watchMs = 1_500;
const key = ['jobs', 'mine'] as const;

/** Whether the drawer of my work is open, and which work the page in front follows. */
export const useTray = create<{ open: boolean; followed: readonly string[] }>(() => ({ open: false, followed: [] }));

/** Follows work on this page: as long as it stands in front, it tells of the end itself. */
export function useFollowed(id: string | undefined): void {
  const inFront = useTabActive();
  useEffect(() => {
    if (id === undefined || !inFront) return undefined;
    useTray.setState(({ followed }) => ({ followed: [...followed, id] }));
    return () => useTray.setState(({ followed }) => ({ followed: followed.filter((one) => one !== id) }));
  }, [id, inFront]);
}

/** My latest work, looked at again as long as some of it goes on. */
export const myTasks = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => jobs.page({ page: 1, size: shown, sort: [], filter: {} }, { signal, quiet: true }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.rows.some(isOpen) ? watchMs : false),
});

/** Tells the tray of work that has just begun, and opens it. */
export function useTasks() {
  const client = useQueryClient();
  const started = useCallback(() => void client.invalidateQueries({ queryKey: key }), [client]);
  return useMemo(() => ({ started, open: () => useTray.setState({ open: true }) }), [started]);
}
