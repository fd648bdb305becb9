import type { ExportSelection } from '@anlan/contract/kit/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { startTransition, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { useCurrentUser } from '#lib/current-user.ts';
import { useAwaitsView } from '#widgets/saved-view/use-awaits-view.ts';
import { useTasks } from '#widgets/tasks/job-state.ts';
import { useUndo } from '#widgets/undo/use-undo.tsx';
import { emptySelection, type Selection } from '#ui/list/selection.ts';
import { useListQuery, type ListQuery } from '#ui/list/use-list-query.ts';
import type { Messages, RowPart } from './actions.ts';
import type { FormTarget } from './resource-form.tsx';
import { besideTab, fittingTab, narrowed, tabName, tabOf, type ListTab } from './tab-rules.ts';
import { usePainted } from '#ui/list/after-rows.tsx';
import { viewName } from '#ui/list/view-name.ts';
import { useExportBegun } from '#widgets/export/use-export-started.ts';
import { ownerOf, useMay, type AnyFilter, type AnyRow, type Bound, type ListInput, type Values } from './resource.ts';

export type Open =
  | { kind: 'form'; target: FormTarget }
  | { kind: 'remove' | 'details'; row: AnyRow }
  | { kind: 'import'; checked?: string }
  | { kind: 'export' }
  | { kind: 'own'; row: AnyRow; part: RowPart<AnyRow> };

const none: readonly ListTab[] = [];

export type Use = ReturnType<typeof useResource>;

interface Parts {
  tabs?: readonly ListTab[] | undefined;
  pageParams?: readonly string[] | undefined;
  newValues?: ((filter: AnyFilter) => Values) | undefined;
}

/** The component that opens for a new row after its form was saved. */
export interface AfterCreate<T = AnyRow> {
  saveLabel: string;
  open(row: T): RowPart<T> | null;
}

/** URL parameter of a record that opens over the list. To-dos link to it. */
const recordName = 'record';

export function useResource(bound: Bound, { tabs = none, pageParams = [], newValues }: Parts = {}) {
  const { of } = bound;
  const client = useQueryClient();
  const { message } = App.useApp();
  const exportBegun = useExportBegun();
  const tasks = useTasks();
  const who = useCurrentUser();
  const several = who.sysUser.type !== 'enterprise' && who.sysUser.type !== 'shop';
  const [defaults] = useState(() => defaultsOf(bound));
  // URL parameters that a change of the filter keeps, without the saved view.
  const [beside] = useState(() => [...(tabs.length > 0 ? [tabName] : []), ...pageParams]);
  const [besideAll] = useState(() => [...beside, viewName]);
  const { query, tab, setTab, asked: input } = useTabs(useListQuery(bound.query, defaults, besideAll), tabs);
  const settings = `${of.name}-${who.sysUser.id}`;
  const awaitsView = useAwaitsView(of.name, settings, pageParams);
  const state = useQuery({ ...bound.page(input), enabled: !awaitsView });
  const painted = usePainted(state.data !== undefined || state.error !== null);
  const mayAdd = useMay(bound, 'add') && bound.has('create');
  const mayExport = useMay(bound, 'export') && bound.has('export');
  const mayImport = useMay(bound, 'import') && bound.importing !== null;
  const [selection, select] = useState<Selection<AnyFilter>>(emptySelection);
  // A to-do links here with the parameter of an import that waits for confirmation.
  const { search } = useLocation();
  const [open, setNow] = useState<Open | null>(() => {
    const checked = new URLSearchParams(search).get('import');
    return mayImport && checked !== null ? { kind: 'import', checked } : null;
  });
  // A transition: without it, React would show a Suspense fallback and delay the dialog by 300 ms.
  const setOpen = useCallback((next: Open) => startTransition(() => setNow(next)), []);
  const record = new URLSearchParams(search).get(recordName);
  const openRecord = useEffectEvent(async (id: string) => {
    const row = await bound.read(id).catch((error: Error) => void message.error(error.message));
    if (row) setOpen({ kind: 'details', row });
  });
  useEffect(() => {
    if (record !== null) void openRecord(record);
  }, [record]);
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
  const sending = useMutation({
    mutationFn: (write: (shown: Messages) => Promise<unknown>) => write(message),
    onSettled: () => client.invalidateQueries({ queryKey: bound.key.slice(0, 1) }),
  });
  const exporting = useMutation({
    mutationFn: (write: () => Promise<unknown>) => write(),
  });
  const owner = ownerOf(of);
  return {
    bound,
    query,
    asked: input,
    defaults,
    beside,
    pageParams,
    tabs,
    tab,
    setTab,
    state,
    awaitsView,
    /** Whether the rows have been painted. Less urgent parts of the page load after that. */
    painted,
    mayAdd,
    mayExport,
    mayImport,
    several,
    settings,
    selection,
    select,
    open,
    show: setOpen,
    close: () => setNow(null),
    add: (preset: Values = {}) => {
      const whose = owner && query.input.filter[owner];
      setOpen({
        kind: 'form',
        target: {
          row: null,
          preset: { ...(whose ? { [owner]: whose } : {}), ...newValues?.(query.input.filter), ...preset },
        },
      });
    },
    put: (row: AnyRow, values: Values, done: string) => put.mutate({ row, values, done }),
    send: sending.mutate,
    isSending: sending.isPending,
    isExporting: exporting.isPending,
    take: (only: ExportSelection, onTaken: () => void) =>
      exporting.mutate(() => bound.export({ ...input, filter: { ...input.filter, ...only } }), {
        onSuccess: () => {
          onTaken();
          exportBegun(of.label);
        },
      }),
    /** Exports by the module's own call, as a download or as a job. */
    takeBy: (write: (shown: Messages) => Promise<'download' | 'job'>, onTaken: () => void) =>
      exporting.mutate(() => write(message), {
        onSuccess: (way) => {
          onTaken();
          if (way === 'download') return exportBegun(of.label);
          tasks.started();
          return tasks.open();
        },
      }),
    onSaved: (isNew: boolean) => {
      setNow(null);
      void message.success(isNew ? `已新增${of.label}` : '已保存');
    },
    openCreated: async (id: string, { open: partFor }: AfterCreate) => {
      const row = await bound.read(id).catch((error: Error) => void message.error(error.message));
      const part = row && partFor(row);
      if (row && part) setOpen({ kind: 'own', row, part });
    },
  };
}

const formerOf = (row: AnyRow, values: Values): Values =>
  Object.fromEntries(Object.keys(values).map((key) => [key, row[key] ?? null]));

const defaultsOf = ({ pageSize, order }: Bound) => ({ size: pageSize, sort: order });

function shownTab(tabs: readonly ListTab[], search: string, filter: AnyFilter): ListTab | undefined {
  const named = tabOf(tabs, search, filter);
  return named && fittingTab(tabs, named, filter);
}

const within = (tab: ListTab | undefined, input: ListInput): ListInput => ({
  ...input,
  filter: (tab && narrowed(tab.filter, input.filter)) ?? input.filter,
});

/**
 * Hook for the tab of a list. Tab and filter are both in the URL; a filter that contradicts the tab selects another
 * tab.
 */
function useTabs(list: ListQuery<AnyFilter, string>, tabs: readonly ListTab[]) {
  const { search } = useLocation();
  return useMemo(() => {
    const { filter } = list.input;
    const tab = shownTab(tabs, search, filter);
    const input = within(tab, list.input);
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
    return { query, tab, setTab, asked: input };
  }, [list, tabs, search]);
}
