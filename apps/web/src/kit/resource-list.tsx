import { Button } from 'antd';
import { Suspense, useEffect, useMemo, type ComponentType, type ReactNode } from 'react';
import type { IconName } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { ListFilters, type ListFilter } from '#ui/list/list-filters.tsx';
import { ListTable } from '#ui/list/list-table.tsx';
import type { Selection } from '#ui/list/selection.ts';
import { useViewSettings } from '#ui/list/view-name.ts';
import { Empty } from '#ui/page-states.tsx';
import type { QueueStep } from '#widgets/queue/use-queue.ts';
import { ListViews } from '#widgets/saved-view/list-views.tsx';
import { shownAction, type Action, type StandardActions } from './actions.ts';
import { columnsOf, type Column, type Viewer } from './columns.tsx';
import type { OwnExport } from './export-dialog.tsx';
import { FilterChips, filterLabel } from './filter-chips.tsx';
import { filtersOf, searchOf } from './filters.tsx';
import { emptyTab, ListTabs, type TabCounts } from './list-tabs.tsx';
import { useLinks } from './modules.ts';
import { ResourceCard } from './resource-card.tsx';
import { titleOf, useMayMove, type AnyFilter, type AnyRow, type ListInput } from './resource.ts';
import { moveAhead, useMove, type MoveLooks } from './use-move.tsx';
import type { AfterCreate, Use } from './use-resource.ts';

// Few lists have states and few users may change states, so the queue loads on demand.
const ResourceQueue = lazyPart(async () => (await import('./resource-queue.tsx')).ResourceQueue);

/**
 * A page component that replaces a standard part of the list. It gets the standard part as `standard` and may render
 * it.
 */
export type Slot<P = {}> = ComponentType<P & { use: Use; standard: ReactNode }>;

/** Replaces the details of a row. In a queue it gets the current step. */
export type DetailsSlot<T = AnyRow> = Slot<{ row: T; queue?: QueueStep; onClose: () => void }>;

type Named = readonly (string | ListFilter<AnyFilter>)[];

export interface ListLook {
  columns: readonly Column[];
  filters?: Named | (() => Named) | undefined;
  icon: IconName;
  actions?: ((row: AnyRow, standard: StandardActions) => readonly Action[]) | undefined;
  actionsWidth?: number | undefined;
  moves?: MoveLooks | undefined;
  rowName?: ((row: AnyRow) => string) | undefined;
  open?: 'details' | 'nothing' | ((row: AnyRow) => string) | undefined;
  details?: DetailsSlot | undefined;
  tabCounts?: TabCounts | undefined;
  queue?: boolean | readonly string[] | undefined;
  shownElsewhere?: ((filter: AnyFilter) => AnyFilter) | undefined;
  card?: ((row: AnyRow) => ReactNode) | undefined;
  empty?: ReactNode;
  toolbarEnd?:
    | Slot<{ input: ListInput; rows: readonly AnyRow[] | undefined; selection: Selection<AnyFilter> }>
    | undefined;
  exporting?: OwnExport | undefined;
  afterCreate?: AfterCreate | undefined;
}

export const inSlot = (SlotPart: Slot | undefined, use: Use, standard: ReactNode): ReactNode =>
  SlotPart ? <SlotPart use={use} standard={standard} /> : standard;

type Choosing = NonNullable<Parameters<typeof ListTable<AnyRow, AnyFilter, string>>[0]['selection']>;

interface Props {
  use: Use;
  look: ListLook;
  selection?: Choosing | undefined;
}

export function ResourceList({ use, look, selection }: Props) {
  const { bound, query, several, show, mayAdd, add } = use;
  const { of } = bound;
  const linkTo = useLinks();
  const { open, filters: listed } = look;
  // Memoized: a new object would create new columns, and new columns would render the whole table.
  const viewer = useMemo<Viewer>(
    () => ({
      several,
      linkTo,
      opens: open === 'details' ? (row) => () => show({ kind: 'details', row }) : open === 'nothing' ? undefined : open,
    }),
    [several, linkTo, show, open],
  );
  const columns = useMemo(() => columnsOf(of, look.columns, viewer), [of, look.columns, viewer]);
  const filters = useMemo(() => {
    const named = typeof listed === 'function' ? listed() : listed;
    return filtersOf(of, named ?? [], several);
  }, [of, listed, several]);
  const moves = useMove(bound, look.moves);
  const moving = use.painted && use.state.data?.rows.some((row) => moves.actionsOf(row).length > 0) === true;
  useEffect(() => {
    if (moving) moveAhead();
  }, [moving]);
  const actions = (row: AnyRow) => {
    const standard: StandardActions = {
      edit: row.abilities.includes('update')
        ? [{ key: 'edit', label: '编辑', run: () => show({ kind: 'form', target: { row } }) }]
        : [],
      moves: moves.actionsOf(row),
      remove: row.abilities.includes('remove')
        ? [{ key: 'remove', label: '删除', danger: true, run: () => show({ kind: 'remove', row }) }]
        : [],
    };
    const all = look.actions?.(row, standard) ?? [...standard.edit, ...standard.moves, ...standard.remove];
    return all.map((one) =>
      shownAction(one, {
        put: (values, done) => use.put(row, values, done),
        send: use.send,
        add,
        open: (part) => show({ kind: 'own', row, part }),
      }),
    );
  };
  const queued = typeof look.queue === 'object' ? look.queue : undefined;
  const mayMove = useMayMove(bound, queued);
  const mayQueue = look.queue !== false && mayMove && use.painted && use.state.data !== undefined;
  const ofTab = emptyTab(use);
  const settingsName = useViewSettings(use.settings);
  const { toolbarEnd: End } = look;
  const standardEnd = mayQueue && (
    <Suspense fallback={null}>
      <ResourceQueue
        use={use}
        moves={look.moves}
        details={look.details}
        names={queued}
        selection={selection?.value}
        page={typeof open === 'function' ? open : undefined}
      />
    </Suspense>
  );
  const queue = End ? (
    <End use={use} standard={standardEnd} input={use.asked} rows={use.state.data?.rows} selection={use.selection} />
  ) : (
    standardEnd
  );
  return (
    <>
      <ListTable
        label={`${of.label}列表`}
        settings={settingsName}
        query={query}
        filter={use.asked.filter}
        state={use.state}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={look.rowName ?? ((row) => titleOf(of, row))}
        actions={actions}
        {...(look.actionsWidth === undefined ? {} : { actionsWidth: look.actionsWidth })}
        card={look.card ?? ((row) => <ResourceCard of={of} named={look.columns} row={row} viewer={viewer} />)}
        filters={(settings, held) => (
          <>
            <ListTabs use={use} tabCounts={look.tabCounts} />
            <ListFilters
              query={query}
              search={searchOf(of)}
              filters={filters}
              end={
                <>
                  {queue}
                  <ListViews
                    list={of.name}
                    settings={use.settings}
                    schema={bound.query}
                    defaults={use.defaults}
                    beside={use.beside}
                    pageParams={use.pageParams}
                    labelOf={(name) => filterLabel(of, name) ?? filters.find((one) => one.name === name)?.label}
                    columns={held}
                    ready={use.awaitsView === 'opening' || use.painted}
                  />
                  {settings}
                </>
              }
            />
            <FilterChips
              of={of}
              filter={query.input.filter}
              besides={look.shownElsewhere?.(query.input.filter) ?? use.tab?.filter}
              rows={use.state.data?.rows ?? []}
              filters={filters}
              onRemove={(name) => query.setFilter({ [name]: undefined })}
            />
          </>
        )}
        selection={selection}
        empty={
          typeof look.empty === 'object' ? (
            look.empty
          ) : ofTab !== undefined ? (
            <Empty icon={look.icon} title={ofTab} />
          ) : (
            <Empty icon={look.icon} title={look.empty ?? `还没有${of.label}`}>
              {mayAdd && <Button onClick={() => add()}>新增{of.label}</Button>}
            </Empty>
          )
        }
      />
      {moves.dialog}
    </>
  );
}
