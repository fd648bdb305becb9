import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { startTransition, useCallback, useState } from 'react';
import { useWho } from '#lib/person.ts';
import { useListQuery, type ListQuery } from '#ui/list/use-list-query.ts';
import type { RowPart } from './actions.ts';
import type { FormTarget } from './resource-form.tsx';
import { ownerOf, useMay, type AnyFilter, type AnyRow, type Bound, type Values } from './resource.ts';

/** The one dialog or drawer of a page that is open. */
export type Open =
  | { kind: 'form'; target: FormTarget }
  | { kind: 'remove' | 'details'; row: AnyRow }
  | { kind: 'import' }
  | { kind: 'own'; row: AnyRow; part: RowPart<AnyRow> };

/** What a page of a resource knows and can do. */
export type Use = ReturnType<typeof useResource>;

/** The list of a resource, what may be done with it, and what is open: for pages that draw it otherwise, too. */
export function useResource(bound: Bound) {
  const { of } = bound;
  const client = useQueryClient();
  const { message } = App.useApp();
  const who = useWho();
  const several = who.sysUser.type !== 'enterprise';
  const [defaults] = useState(() => ({
    size: 20,
    sort: [{ by: of.order.replace(/^-/, ''), desc: of.order.startsWith('-') }],
  }));
  const query: ListQuery<AnyFilter, string> = useListQuery(bound.query, defaults);
  const state = useQuery(bound.page(query.input));
  const mayAdd = useMay(bound, 'add') && bound.has('create');
  const mayExport = useMay(bound, 'export') && bound.has('export');
  const mayImport = useMay(bound, 'import') && bound.importing !== null;
  const [open, setNow] = useState<Open | null>(null);
  // A boundary that showed its fallback would hold back what follows for 300 ms: the part that comes is waited for.
  const setOpen = useCallback((next: Open) => startTransition(() => setNow(next)), []);
  const put = useMutation({
    mutationFn: ({ row, values }: { row: AnyRow; values: Values; done: string }) => bound.update(row, values, false),
    onSuccess: (_answer, { done }) => void message.success(done),
    onSettled: () => client.invalidateQueries({ queryKey: bound.key }),
  });
  const exporting = useMutation({ mutationFn: bound.export });
  const owner = ownerOf(of);
  return {
    bound,
    query,
    state,
    mayAdd,
    mayExport,
    mayImport,
    /** Whether rows of several enterprises are seen. */
    several,
    /** Under which name this person's columns are kept. */
    settings: `${of.name}-${who.sysUser.id}`,
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
    take: () => exporting.mutate(query.input),
    /** What is said when a form has been saved. */
    onSaved: (isNew: boolean) => {
      setNow(null);
      void message.success(isNew ? `已新增${of.label}` : '已保存');
    },
  };
}
