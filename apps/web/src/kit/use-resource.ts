import type { Taken } from '@anlan/contract/kit/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { startTransition, useCallback, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { useWho } from '#lib/person.ts';
import { rowsAhead, useAwaitsView } from '#widgets/saved-view/use-awaits-view.ts';
import { useUndo } from '#widgets/undo/use-undo.tsx';
import { readQuery } from '#ui/list/query.ts';
import { useListQuery, type ListQuery } from '#ui/list/use-list-query.ts';
import type { RowPart } from './actions.ts';
import type { FormTarget } from './resource-form.tsx';
import { besideTab, fittingTab, narrowed, tabName, tabOf, type ListTab } from './tab-rules.ts';
import { usePainted } from '#ui/list/after-rows.tsx';
import { besideView, viewName } from '#ui/list/view-name.ts';
import { useExportBegun } from '#widgets/export/begun.ts';
import {
  ownerOf,
  useMay,
  useMayMove,
  type AnyFilter,
  type AnyRow,
  type Bound,
  type ListInput,
  type Values,
} from './resource.ts';

/** The one dialog or drawer of a page that is open. */
export type Open =
  | { kind: 'form'; target: FormTarget }
  | { kind: 'remove' | 'details'; row: AnyRow }
  | { kind: 'import' }
  | { kind: 'export' }
  | { kind: 'own'; row: AnyRow; part: RowPart<AnyRow> };

const none: readonly ListTab[] = [];
const besideTabs: readonly string[] = [tabName, viewName];

/** What a page of a resource knows and can do. */
export type Use = ReturnType<typeof useResource>;

/** The list of a resource, what may be done with it, and what is open: for pages that draw it otherwise, too. */
export function useResource(bound: Bound, tabs: readonly ListTab[] = none) {
  const { of } = bound;
  const client = useQueryClient();
  const { message } = App.useApp();
  const exportBegun = useExportBegun();
  const who = useWho();
  const several = who.sysUser.type !== 'enterprise' && who.sysUser.type !== 'shop';
  const [defaults] = useState(() => defaultsOf(of));
  const { query, tab, setTab, asked } = useTabs(
    useListQuery(bound.query, defaults, tabs.length > 0 ? besideTabs : besideView),
    tabs,
  );
  const settings = `${of.name}-${who.sysUser.id}`;
  const awaitsView = useAwaitsView(of.name, settings);
  const state = useQuery({ ...bound.page(asked), enabled: !awaitsView });
  const painted = usePainted(state.data !== undefined || state.error !== null);
  const mayAdd = useMay(bound, 'add') && bound.has('create');
  const mayExport = useMay(bound, 'export') && bound.has('export');
  const mayImport = useMay(bound, 'import') && bound.importing !== null;
  const mayMove = useMayMove(bound);
  const [open, setNow] = useState<Open | null>(null);
  // A boundary that showed its fallback would hold back what follows for 300 ms: the part that comes is waited for.
  const setOpen = useCallback((next: Open) => startTransition(() => setNow(next)), []);
  const undo = useUndo();
  const again = () => client.invalidateQueries({ queryKey: bound.key });
  const put = useMutation({
    mutationFn: ({ row, values }: { row: AnyRow; values: Values; done: string }) => bound.update(row, values, false),
    onSuccess: (left, { row, values, done }) =>
      undo({
        said: done,
        back: () => bound.update(left, formerOf(row, values), true).finally(again),
      }),
    onSettled: again,
  });
  const exporting = useMutation({
    mutationFn: (taken: Taken) => bound.export({ ...asked, filter: { ...asked.filter, ...taken } }),
  });
  const owner = ownerOf(of);
  return {
    bound,
    query,
    /** What the list is asked with: what the person chose within the tab. */
    asked,
    /** What the list shows while the URL says nothing of it. */
    defaults,
    /** The tabs above the list, and the one that is shown. */
    tabs,
    tab,
    setTab,
    state,
    /** Whether the list waits for the view that it opens with. */
    awaitsView,
    /** Whether its rows have been seen: what they do not need comes after them. */
    painted,
    mayAdd,
    mayExport,
    mayImport,
    /** Whether this person may make any of its moves, as far as permits say it. */
    mayMove,
    /** Whether rows of several enterprises are seen. */
    several,
    /** Under which name this person's columns are kept. */
    settings,
    open,
    show: setOpen,
    close: () => setNow(null),
    /** Opens the form of a new row; whose the list shows, its owner probably is. */
    add: (preset: Values = {}) => {
      const whose = owner && query.input.filter[owner];
      setOpen({ kind: 'form', target: { row: null, preset: { ...(whose ? { [owner]: whose } : {}), ...preset } } });
    },
    /** Changes some fields of a row at once, and says so. */
    put: (row: AnyRow, values: Values, done: string) => put.mutate({ row, values, done }),
    isExporting: exporting.isPending,
    /** Takes the filtered list along as a file. */
    take: (taken: Taken, onTaken: () => void) =>
      exporting.mutate(taken, {
        onSuccess: () => {
          onTaken();
          exportBegun(of.label);
        },
      }),
    /** What is said when a form has been saved. */
    onSaved: (isNew: boolean) => {
      setNow(null);
      void message.success(isNew ? `已新增${of.label}` : '已保存');
    },
  };
}

/** What a row held of these fields. */
const formerOf = (row: AnyRow, values: Values): Values =>
  Object.fromEntries(Object.keys(values).map((key) => [key, row[key] ?? null]));

/** What a list shows while the URL says nothing. */
const defaultsOf = ({ order }: Bound['of']) => ({
  size: 20,
  sort: [{ by: order.replace(/^-/, ''), desc: order.startsWith('-') }],
});

function shownTab(tabs: readonly ListTab[], search: string, filter: AnyFilter): ListTab | undefined {
  const named = tabOf(tabs, search, filter);
  return named && fittingTab(tabs, named, filter);
}

const within = (tab: ListTab | undefined, input: ListInput): ListInput => ({
  ...input,
  filter: (tab && narrowed(tab.filter, input.filter)) ?? input.filter,
});

/** Reads the rows of a page of a resource before it is drawn. */
export const resourceAhead = (bound: Bound, tabs: readonly ListTab[] = none) =>
  rowsAhead(bound.of.name, (client, search) => {
    const input = readQuery(bound.query, new URLSearchParams(search), defaultsOf(bound.of));
    return client.prefetchQuery(bound.page(within(shownTab(tabs, search, input.filter), input)));
  });

/** The tab of a list beside its filters: both stand in the URL, and a filter that contradicts the tab leaves it. */
function useTabs(list: ListQuery<AnyFilter, string>, tabs: readonly ListTab[]) {
  const { search } = useLocation();
  return useMemo(() => {
    const { filter } = list.input;
    const tab = shownTab(tabs, search, filter);
    const asked = within(tab, list.input);
    const say = (own: AnyFilter, quiet?: boolean) =>
      list.replaceFilter(own, tab ? { [tabName]: fittingTab(tabs, tab, own).key } : {}, quiet);
    const query: ListQuery<AnyFilter, string> = tab
      ? {
          ...list,
          setFilter: (change, quiet) => say({ ...filter, ...change }, quiet),
          replaceFilter: (own) => say(own),
          clear: () => say({}),
        }
      : list;
    const setTab = (next: ListTab) => list.replaceFilter(besideTab(next, filter), { [tabName]: next.key });
    return { query, tab, setTab, asked };
  }, [list, tabs, search]);
}
