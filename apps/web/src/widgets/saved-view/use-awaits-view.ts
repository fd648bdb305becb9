import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import * as z from 'zod/mini';
import { viewsOfList } from '#lib/saved-view-calls.ts';
import { saveItem, listHints, loadItem } from '#lib/storage.ts';

const keyOf = (settings: string) => `${listHints}${settings}`;

/** Stores until sign-out whether a list opens with a default view. If it does not, its rows load at once. */
export const keepOpening = (settings: string, opens: boolean): void => saveItem('local', keyOf(settings), opens);

/** Whether the URL has no parameters but those that say which page is open. */
export const isFresh = (search: string, pageParams: readonly string[]): boolean =>
  [...new URLSearchParams(search).keys()].every((name) => pageParams.includes(name));

/**
 * Whether the rows of a list wait for its default view. `reading`: the views are loading; `opening`: a view is being
 * applied.
 */
export function useAwaitsView(
  list: string,
  settings: string,
  pageParams: readonly string[] = [],
): false | 'reading' | 'opening' {
  const { search } = useLocation();
  const [isOver, setIsOver] = useState(
    () => !isFresh(search, pageParams) || loadItem('local', keyOf(settings), z.boolean()) === false,
  );
  const { data, isError } = useQuery({ ...viewsOfList(list), enabled: !isOver });
  // The list itself sets the tab in the URL. Any other parameter comes from a view or the user, so the list does not
  // wait.
  const isNarrowed = !isFresh(search, ['tab', ...pageParams]);
  const awaits = !isOver && !isNarrowed && !isError && data?.defaultId !== null;
  if (!isOver && !awaits) setIsOver(true);
  return awaits && (data === undefined ? 'reading' : 'opening');
}
