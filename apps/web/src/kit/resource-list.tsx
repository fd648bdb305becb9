import { Button } from 'antd';
import { Suspense, useEffect, useMemo, type ComponentType, type ReactNode } from 'react';
import type { IconName } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import { ListFilters, type ListFilter } from '#ui/list/list-filters.tsx';
import { ListTable } from '#ui/list/list-table.tsx';
import { useViewSettings } from '#ui/list/view-name.ts';
import { Empty } from '#ui/states.tsx';
import { ListViews } from '#widgets/saved-view/list-views.tsx';
import { shownAction, type Action, type StandardActions } from './actions.ts';
import { columnsOf, type Column, type Viewer } from './columns.tsx';
import { FilterChips, filterLabel } from './filter-chips.tsx';
import { filtersOf, searchOf } from './filters.tsx';
import { emptyTab, ListTabs } from './list-tabs.tsx';
import { useLinks } from './modules.ts';
import { ResourceCard } from './resource-card.tsx';
import { titleOf, type AnyFilter, type AnyRow } from './resource.ts';
import { moveAhead, useMove, type MoveLooks } from './use-move.tsx';
import { tabName } from './tab-rules.ts';
import type { Use } from './use-resource.ts';

// Few lists have states, and fewer people moves.
const ResourceQueue = later(async () => (await import('./resource-queue.tsx')).ResourceQueue);

const beside = [tabName];

/** A part of a page that replaces the kit's, which it gets as `standard` and may draw as well. */
export type Slot<P = {}> = ComponentType<P & { use: Use; standard: ReactNode }>;

/** How a list looks and what can be done with its rows. */
export interface ListLook {
  columns: readonly Column[];
  filters?: readonly (string | ListFilter<AnyFilter>)[] | undefined;
  icon: IconName;
  actions?: ((row: AnyRow, standard: StandardActions) => readonly Action[]) | undefined;
  actionsWidth?: number | undefined;
  /** How its moves are asked, where the declaration does not say it. */
  moves?: MoveLooks | undefined;
  /** What a row's name opens: its details, or an address. */
  open?: 'details' | ((row: AnyRow) => string) | undefined;
  /** Whether its rows are done one after the other; not where each is done on a page of its own. */
  queue?: boolean | undefined;
  /** What of the filter the page's own views above the list say already. */
  said?: ((filter: AnyFilter) => AnyFilter) | undefined;
  card?: ((row: AnyRow) => ReactNode) | undefined;
  /** What a list without rows says; text, or what is drawn instead. */
  empty?: ReactNode;
  /** The line with search and filters. */
  toolbar?: Slot | undefined;
  /** The button of 连续处理. */
  queueButton?: Slot | undefined;
}

/** A part, or what replaces it. */
export const inSlot = (SlotPart: Slot | undefined, use: Use, standard: ReactNode): ReactNode =>
  SlotPart ? <SlotPart use={use} standard={standard} /> : standard;

type Choosing = NonNullable<Parameters<typeof ListTable<AnyRow, AnyFilter, string>>[0]['selection']>;

interface Props {
  use: Use;
  look: ListLook;
  selection?: Choosing | undefined;
}

/** The rows of a resource: search, filters, columns, what can be done with each, and what stands there without any. */
export function ResourceList({ use, look, selection }: Props) {
  const { bound, query, several, show, mayAdd, add } = use;
  const { of } = bound;
  const linkTo = useLinks();
  const { open } = look;
  // Drawn anew only where it is another: the columns hang on it, and the table on them.
  const viewer = useMemo<Viewer>(
    () => ({
      several,
      linkTo,
      opens: open === 'details' ? (row) => () => show({ kind: 'details', row }) : open,
    }),
    [several, linkTo, show, open],
  );
  const columns = useMemo(() => columnsOf(of, look.columns, viewer), [of, look.columns, viewer]);
  const filters = useMemo(() => filtersOf(of, look.filters ?? [], several), [of, look.filters, several]);
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
        add,
        open: (part) => show({ kind: 'own', row, part }),
      }),
    );
  };
  const mayQueue = look.queue !== false && use.mayMove && use.painted && use.state.data !== undefined;
  const ofTab = emptyTab(use);
  const settingsName = useViewSettings(use.settings);
  const queue = inSlot(
    look.queueButton,
    use,
    mayQueue && (
      <Suspense fallback={null}>
        <ResourceQueue
          use={use}
          moves={look.moves}
          chosen={selection?.chosen}
          page={typeof open === 'function' ? open : undefined}
        />
      </Suspense>
    ),
  );
  return (
    <>
      <ListTable
        label={`${of.label}列表`}
        settings={settingsName}
        query={query}
        asked={use.asked.filter}
        state={use.state}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={(row) => titleOf(of, row)}
        actions={actions}
        {...(look.actionsWidth === undefined ? {} : { actionsWidth: look.actionsWidth })}
        card={look.card ?? ((row) => <ResourceCard of={of} named={look.columns} row={row} viewer={viewer} />)}
        filters={(settings, held) => (
          <>
            <ListTabs use={use} />
            {inSlot(
              look.toolbar,
              use,
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
                      beside={beside}
                      labelOf={(name) => filterLabel(of, name)}
                      columns={held}
                      ready={use.awaitsView === 'opening' || use.painted}
                    />
                    {settings}
                  </>
                }
              />,
            )}
            <FilterChips
              of={of}
              filter={query.input.filter}
              besides={look.said?.(query.input.filter) ?? use.tab?.filter}
              rows={use.state.data?.rows ?? []}
              onRemove={(name) => query.setFilter({ [name]: undefined })}
            />
          </>
        )}
        selection={selection}
        empty={
          ofTab !== undefined ? (
            <Empty icon={look.icon} title={ofTab} />
          ) : typeof look.empty === 'object' ? (
            look.empty
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
