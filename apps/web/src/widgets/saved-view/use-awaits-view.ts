import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import * as z from 'zod/mini';
import { viewsOfList } from '#lib/saved-view-calls.ts';
import { keep, recall } from '#lib/storage.ts';

const keyOf = (settings: string) => `opens-${settings}`;

/** Keeps in this browser whether a person's list opens with a view: where it does not, its rows wait for nothing. */
export const keepOpening = (settings: string, opens: boolean): void => keep('local', keyOf(settings), opens);

/**
 * Whether a list that was entered without a query waits for the view that it opens with, if any: its rows are first
 * asked for as that view has them. It reads which views there are, then lets the one open.
 */
export function useAwaitsView(list: string, settings: string): false | 'reading' | 'opening' {
  const { search } = useLocation();
  const [isOver, setOver] = useState(() => search !== '' || recall('local', keyOf(settings), z.boolean()) === false);
  const { data, isError } = useQuery({ ...viewsOfList(list), enabled: !isOver });
  // The tab is set by the list itself; all else is the view, or what the person chose instead of waiting.
  const isNarrowed = [...new URLSearchParams(search).keys()].some((name) => name !== 'tab');
  const awaits = !isOver && !isNarrowed && !isError && data?.defaultId !== null;
  if (!isOver && !awaits) setOver(true);
  return awaits && (data === undefined ? 'reading' : 'opening');
}
