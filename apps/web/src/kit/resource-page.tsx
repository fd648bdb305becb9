import { numberText } from '@anlan/contract/domain/number-text';
import type { Asked, Filter, Input, Row } from '@anlan/contract/kit/resource';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import { Icon, type IconName } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { ListFilter } from '#ui/list/list-filters.tsx';
import { emptySelection, type Selection } from '#ui/list/selection.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Overseen } from '#widgets/overseen-regions.tsx';
import type { ColumnUse } from '#ui/list/columns.ts';
import type { Action, Part, RowPart, StandardActions } from './actions.ts';
import type { Column } from './columns.tsx';
import type { FormLook } from './form-fields.tsx';
import type { OwnExport } from './export-dialog.tsx';
import { controlAhead } from './heavy-controls.ts';
import type { TabCounts } from './list-tabs.tsx';
import type { MoveLook } from './move-dialog.tsx';
import type { ImportLook } from './import-rows.tsx';
import type { FormTarget } from './resource-form.tsx';
import { inSlot, ResourceList, type DetailsSlot, type ListLook, type Slot } from './resource-list.tsx';
import {
  bind,
  ownerOf,
  specOf,
  typedFields,
  type AnyFilter,
  type AnyResource,
  type AnyRow,
  type CallsOf,
  type FieldKey,
  type FilterKey,
  type MoveKey,
  type Reading,
  type Values,
} from './resource.ts';
import type { ListTab } from './tab-rules.ts';
import { useResource, type AfterCreate, type Use } from './use-resource.ts';

// Components for writing: a read-only list never loads them.
const ResourceForm = lazyPart(async () => (await import('./resource-form.tsx')).ResourceForm);
const RemoveDialog = lazyPart(async () => (await import('./remove-dialog.tsx')).RemoveDialog);
const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog);
const ImportRows = lazyPart(async () => (await import('./import-rows.tsx')).ImportRows);
const ResourceDetails = lazyPart(async () => (await import('./resource-details.tsx')).ResourceDetails);

export type OwnForm<T = AnyRow> = Part<{
  target: FormTarget<T>;
  onSaved: (isNew: boolean) => void;
  onClose: () => void;
}> & { ahead?: () => unknown };
export type PagePart = Part<{ use: Use }>;
type BulkPart<F = AnyFilter, T = AnyRow> = Part<{
  use: Use;
  rows: readonly T[];
  selection: Selection<F>;
  columns: ColumnUse;
  onDone: () => void;
}>;

type PageFilters<R extends AnyResource> = readonly (FilterKey<R> | ListFilter<Filter<R>>)[];

export interface PageOptions<R extends AnyResource> {
  heading: string;
  icon: IconName;
  columns: readonly Column<FieldKey<R>, Row<R>>[];
  /** The visible filters in order, each a field name or a custom filter. The other declared filters are under 更多筛选. */
  filters?: PageFilters<R> | (() => PageFilters<R>);
  tabs?: readonly ListTab<Filter<R>>[];
  /** Default: each tab counts its rows. */
  tabCounts?: TabCounts;
  form?: FormLook<keyof Input<R> & string> | OwnForm<Row<R>>;
  /** Values of the form for a new row, beside the defaults of the fields. */
  newValues?: (filter: AnyFilter) => Values;
  afterCreate?: AfterCreate<Row<R>>;
  /** Returns all actions of a row in order. The default is 编辑, the state changes (moves) and 删除. */
  actions?: (row: Row<R>, standard: StandardActions<Row<R>>) => readonly Action<Row<R>>[];
  actionsWidth?: number;
  /** Changes the standard dialog of a state change (move), or replaces it by a custom dialog. */
  moves?: { readonly [K in MoveKey<R>]?: MoveLook<Row<R>> | RowPart<Row<R>> };
  rowName?: (row: Row<R>) => string;
  open?: 'nothing' | ((row: Row<R>) => string);
  /** URL parameters of the page that a change of the filter keeps. */
  pageParams?: readonly string[];
  head?: Slot;
  list?: Slot;
  toolbarEnd?: Slot<{ input: Asked<R>; rows: readonly Row<R>[] | undefined; selection: Selection<Filter<R>> }>;
  details?: DetailsSlot<Row<R>>;
  summary?: PagePart;
  buttons?: PagePart;
  above?: PagePart;
  bulk?: BulkPart<Filter<R>, Row<R>>;
  /** Replaces the export call, for example by a job for many rows. */
  exporting?: OwnExport<Asked<R>, Filter<R>>;
  importing?: ImportLook;
  mayBulk?: (use: Use) => boolean;
  /**
   * Whether the list offers a queue (连续处理); names of moves limit it to rows that wait for one of them. False when
   * each row has its own page.
   */
  queue?: boolean | readonly MoveKey<R>[];
  /** Returns the part of the filter that the page already shows elsewhere; this part gets no filter chip. */
  shownElsewhere?: (filter: AnyFilter) => AnyFilter;
  card?: (row: Row<R>) => ReactNode;
  empty?: string | PagePart;
  removing?: ReactNode | ((row: Row<R>) => ReactNode);
}

export function resourcePage<R extends AnyResource>(
  of: R,
  calls: CallsOf<R>,
  options: PageOptions<R>,
  reading?: Reading<Row<R>>,
): ComponentType {
  const bound = bind(of, calls as never, reading as Reading | undefined);
  // The options of a page are typed for its own resource. From here on every row is `AnyRow`.
  const { form, removing, empty: Nothing, ...look } = options as PageOptions<AnyResource>;
  const { heading, head, summary: Summary, buttons: Buttons, above: Above, mayBulk = () => true } = look;
  const Own = typeof form === 'function' ? (form as OwnForm) : null;

  const Details = look.details as DetailsSlot | undefined;
  const Bulk = look.bulk as BulkPart | undefined;

  // On a phone these buttons become icons when the page has its own buttons beside them.
  const beside = (label: string) => (Buttons ? { className: 'kit-beside', 'aria-label': label } : {});
  function ResourcePage() {
    const use = useResource(bound, look);
    const { open, close, mayAdd, several } = use;
    useParts(use, Own);
    const list = {
      open: 'details',
      ...look,
      empty: typeof Nothing === 'function' ? <Nothing use={use} /> : Nothing,
    } as unknown as ListLook;
    const noteOf = (row: AnyRow) =>
      typeof removing === 'function' ? (removing as (one: AnyRow) => ReactNode)(row) : removing;
    const selection =
      Bulk && mayBulk(use)
        ? {
            value: use.selection,
            onChange: use.select,
            counter: of.counter,
            actions: (columns: ColumnUse) => (
              <Bulk
                use={use}
                rows={use.state.data?.rows ?? []}
                selection={use.selection}
                columns={columns}
                onDone={() => use.select(emptySelection)}
              />
            ),
          }
        : undefined;
    const detailsOf = (row: AnyRow) => {
      const standard = (
        <ResourceDetails
          bound={bound}
          row={row}
          several={several}
          moves={list.moves}
          onEdit={(one) => use.show({ kind: 'form', target: { row: one } })}
          onClose={close}
        />
      );
      return Details ? <Details use={use} row={row} onClose={close} standard={standard} /> : standard;
    };
    return (
      <>
        {inSlot(
          head,
          use,
          <PageHead
            title={heading}
            sub={Summary ? <Summary use={use} /> : <HowMany use={use} />}
            end={
              <>
                {Buttons && <Buttons use={use} />}
                {use.mayImport && (
                  <Button
                    {...beside('导入')}
                    icon={<Icon name="download" size={16} />}
                    onClick={() => use.show({ kind: 'import' })}
                  >
                    导入
                  </Button>
                )}
                {use.mayExport && (
                  <Button
                    {...beside('导出')}
                    icon={<Icon name="upload" size={16} />}
                    loading={use.isExporting}
                    onClick={() => use.show({ kind: 'export' })}
                  >
                    导出
                  </Button>
                )}
                {mayAdd && (
                  <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => use.add()}>
                    新增{of.label}
                  </Button>
                )}
              </>
            }
          />,
        )}
        {Above && <Above use={use} />}
        {inSlot(look.list, use, <ResourceList use={use} look={list} selection={selection} />)}
        <Suspense fallback={null}>
          {open?.kind === 'form' &&
            (Own ? (
              <Own target={open.target} onSaved={use.onSaved} onClose={close} />
            ) : (
              <ResourceForm
                key={open.target.row?.id ?? 'new'}
                bound={bound}
                target={open.target}
                look={form as FormLook | undefined}
                several={several}
                saveLabel={list.afterCreate?.saveLabel}
                onSaved={(isNew, { id }) => {
                  use.onSaved(isNew);
                  if (isNew && list.afterCreate) void use.openCreated(id, list.afterCreate);
                }}
                onClose={close}
              />
            ))}
          {open?.kind === 'remove' && (
            <RemoveDialog bound={bound} row={open.row} note={noteOf(open.row)} onClose={close} />
          )}
          {open?.kind === 'details' && detailsOf(open.row)}
          {open?.kind === 'export' && (
            <ExportDialog use={use} columns={list.columns} by={list.exporting} onClose={close} />
          )}
          {open?.kind === 'import' && (
            <ImportRows bound={bound} look={look.importing} checked={open.checked} onClose={close} />
          )}
          {open?.kind === 'own' && <open.part row={open.row} onClose={close} />}
        </Suspense>
      </>
    );
  }
  return ResourcePage;
}

function HowMany({ use: { bound, several, painted } }: { use: Use }) {
  const { of } = bound;
  const owner = ownerOf(of);
  const ofShop = owner !== undefined && specOf(of, owner).refersTo === 'shop';
  // A regulator sees the enterprises of its regions; shops belong to the unit.
  const [all, own] = ofShop ? ['共有', '本店'] : ['辖区', '本企业'];
  const { data } = useQuery({ ...bound.count({}), enabled: painted });
  // A blank reserves the line height until the count has loaded.
  if (data === undefined) return '　';
  return (
    <>
      {owner === undefined ? '共有' : several ? all : own}
      {of.label} {/* The number of all rows of this list, which needs no declaration. */}
      <span data-measure={`${of.name}.page.total`}>{numberText(data)}</span> {of.counter}
      <Overseen />
    </>
  );
}

// Prefetches the form and dialogs once the rows are shown, so they are ready before the first click and do not delay
// the rows.
function useParts({ bound, state, painted, mayAdd }: Use, Own: OwnForm | null): void {
  const rows = painted ? state.data?.rows : undefined;
  const may = (ability: string) => rows?.some(({ abilities }) => abilities.includes(ability)) ?? false;
  const writes = rows !== undefined && (mayAdd || may('update'));
  const removes = may('remove');
  useEffect(() => {
    if (!writes) return;
    if (Own) return void Own.ahead?.();
    ResourceForm.ahead();
    for (const [, { kind }] of typedFields(bound.of)) controlAhead[kind]?.();
  }, [writes, Own, bound]);
  useEffect(() => {
    if (removes) RemoveDialog.ahead();
  }, [removes]);
}
