import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import * as z from 'zod/mini';
import { usePerson } from '#lib/person.ts';
import type { ReadsAhead } from '#lib/reads-ahead.ts';
import { viewsOfList } from '#lib/saved-view-calls.ts';
import { keep, listHints, recall } from '#lib/storage.ts';

const keyOf = (settings: string) => `${listHints}${settings}`;

/** Keeps in this browser, until the session ends, whether a person's list opens with a view: where it does not, its rows wait for nothing. */
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

/** Reads the rows of a list before it is drawn, unless it opens with a view: which one only the list finds out. */
export const rowsAhead =
  (list: string, read: (client: QueryClient, search: string) => Promise<unknown>): ReadsAhead['ahead'] =>
  async (client, search) => {
    const opens = recall('local', keyOf(`${list}-${usePerson.getState().info?.sysUser.id}`), z.boolean());
    if (search === '' && opens === true) return;
    const views = search === '' && opens === undefined ? await asked(client, list) : undefined;
    if (views === undefined || views?.defaultId === null) await read(client, search);
  };

const asked = (client: QueryClient, list: string) => client.fetchQuery(viewsOfList(list)).catch(() => null);
