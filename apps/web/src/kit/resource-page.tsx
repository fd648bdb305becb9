import { numberText } from '@anlan/contract/domain/number-text';
import type { Filter, Input, Row } from '@anlan/contract/kit/resource';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { ReadsAhead } from '#lib/reads-ahead.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import type { ListFilter } from '#ui/list/list-filters.tsx';
import { nothing, type Selection } from '#ui/list/selection.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Overseen } from '#widgets/overseen.tsx';
import type { Action, Part, RowPart, StandardActions } from './actions.ts';
import type { Column } from './columns.tsx';
import type { FormLook } from './form-fields.tsx';
import { controlAhead } from './heavy-controls.ts';
import type { MoveLook } from './move-dialog.tsx';
import type { FormTarget } from './resource-form.tsx';
import { inSlot, ResourceList, type ListLook, type Slot } from './resource-list.tsx';
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
} from './resource.ts';
import type { ListTab } from './tab-rules.ts';
import { resourceAhead, useResource, type Use } from './use-resource.ts';

// A list that is only read needs none of these.
const ResourceForm = later(async () => (await import('./resource-form.tsx')).ResourceForm);
const RemoveDialog = later(async () => (await import('./remove-dialog.tsx')).RemoveDialog);
const ExportDialog = later(async () => (await import('./export-dialog.tsx')).ExportDialog);
const ImportRows = later(async () => (await import('./import-rows.tsx')).ImportRows);
const ResourceDetails = later(async () => (await import('./resource-details.tsx')).ResourceDetails);

/** A form that a page draws itself, over the same calls. */
export type OwnForm = Part<{ target: FormTarget; onSaved: (isNew: boolean) => void; onClose: () => void }>;
/** A part of a page that knows the page. */
export type PagePart = Part<{ use: Use }>;
type BulkPart = Part<{ use: Use; chosen: Selection<AnyFilter>; onDone: () => void }>;

/** What a page says that the declaration does not. */
export interface PageOptions<R extends AnyResource> {
  heading: string;
  icon: IconName;
  columns: readonly Column<FieldKey<R>, Row<R>>[];
  /** Filters in their order, by field or of the page's own; the declaration's others stand under 更多筛选. */
  filters?: readonly (FilterKey<R> | ListFilter<Filter<R>>)[];
  /** Presets of filters as tabs above the list, each with how many there are. */
  tabs?: readonly ListTab<Filter<R>>[];
  form?: FormLook<keyof Input<R> & string> | OwnForm;
  /** All that can be done with a row, in order; 编辑, the moves and 删除 where left out. */
  actions?: (row: Row<R>, standard: StandardActions<Row<R>>) => readonly Action<Row<R>>[];
  actionsWidth?: number;
  /** How its moves are asked, where the declaration does not say it: looks of their dialogs, or dialogs of the page. */
  moves?: { readonly [K in MoveKey<R>]?: MoveLook<Row<R>> | RowPart<Row<R>> };
  /** What a row's name opens: its details where left out, or an address. */
  open?: (row: Row<R>) => string;
  /** The head of the page. */
  head?: Slot;
  /** The line with search and filters. */
  toolbar?: Slot;
  /** The button of 连续处理. */
  queueButton?: Slot;
  /** The drawer of a row. */
  details?: Slot<{ row: Row<R>; onClose: () => void }>;
  /** The line below the heading, instead of how many there are. */
  summary?: PagePart;
  /** More buttons at the head. */
  buttons?: PagePart;
  /** What stands between the head and the list: views of it, what asks for attention. */
  above?: PagePart;
  /** What can be done with several rows, and who may at all. */
  bulk?: BulkPart;
  mayBulk?: (use: Use) => boolean;
  /** Whether its rows are done one after the other (连续处理); not where each is done on a page of its own. */
  queue?: boolean;
  /** What of the filter the views above the list say already; no chip repeats it. */
  said?: (filter: AnyFilter) => AnyFilter;
  card?: (row: Row<R>) => ReactNode;
  /** What a list without rows says. */
  empty?: string | PagePart;
  /** Said in the dialog that removes. */
  removing?: ReactNode | ((row: Row<R>) => ReactNode);
}

/** The page of a resource: its list, and all that is done from there. */
export function resourcePage<R extends AnyResource>(
  of: R,
  calls: CallsOf<R>,
  options: PageOptions<R>,
): ComponentType & ReadsAhead {
  const bound = bind(of, calls as never);
  // What a page writes is typed by its own declaration; here every row is any row.
  const { form, removing, empty: Nothing, ...look } = options as PageOptions<AnyResource>;
  const { heading, head, summary: Summary, buttons: Buttons, above: Above, bulk: Bulk, mayBulk = () => true } = look;
  const Own = typeof form === 'function' ? form : null;

  const Details = look.details as Slot<{ row: AnyRow; onClose: () => void }> | undefined;

  // On a phone these are icons where a page has buttons of its own beside them.
  const beside = (label: string) => (Buttons ? { className: 'kit-beside', 'aria-label': label } : {});
  function ResourcePage() {
    const use = useResource(bound, look.tabs);
    const { open, close, mayAdd, several } = use;
    const [chosen, setChosen] = useState<Selection<AnyFilter>>(nothing);
    useParts(use, Own === null);
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
            chosen,
            onChange: setChosen,
            counter: of.counter,
            actions: <Bulk use={use} chosen={chosen} onDone={() => setChosen(nothing)} />,
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
        <ResourceList use={use} look={list} selection={selection} />
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
                onSaved={use.onSaved}
                onClose={close}
              />
            ))}
          {open?.kind === 'remove' && (
            <RemoveDialog bound={bound} row={open.row} note={noteOf(open.row)} onClose={close} />
          )}
          {open?.kind === 'details' && detailsOf(open.row)}
          {open?.kind === 'export' && (
            <ExportDialog
              use={use}
              columns={list.columns}
              chosen={chosen.kind === 'ids' ? chosen.ids : []}
              onClose={close}
            />
          )}
          {open?.kind === 'import' && <ImportRows bound={bound} onClose={close} />}
          {open?.kind === 'own' && <open.part row={open.row} onClose={close} />}
        </Suspense>
      </>
    );
  }
  return Object.assign(ResourcePage, { ahead: resourceAhead(bound, look.tabs) });
}

/** How many there are, and of what a person sees them. */
function HowMany({ use: { bound, several, painted } }: { use: Use }) {
  const { of } = bound;
  const owner = ownerOf(of);
  const ofShop = owner !== undefined && specOf(of, owner).refersTo === 'shop';
  // Whoever oversees divisions oversees the enterprises there; shops are the unit's.
  const [all, own] = ofShop ? ['共有', '本店'] : ['辖区', '本企业'];
  const { data } = useQuery({ ...bound.count({}), enabled: painted });
  // The line keeps its height until it has something to say.
  if (data === undefined) return '　';
  return (
    <>
      {owner === undefined ? '共有' : several ? all : own}
      {of.label} {numberText(data)} {of.counter}
      <Overseen />
    </>
  );
}

// Form, dialogs and their controls come once the rows stand: neither before them, nor after the press that needs them.
function useParts({ bound, state, painted, mayAdd }: Use, hasForm: boolean): void {
  const rows = painted ? state.data?.rows : undefined;
  const may = (ability: string) => rows?.some(({ abilities }) => abilities.includes(ability)) ?? false;
  const writes = rows !== undefined && (mayAdd || may('update'));
  const removes = may('remove');
  useEffect(() => {
    if (!writes || !hasForm) return;
    ResourceForm.ahead();
    for (const [, { kind }] of typedFields(bound.of)) controlAhead[kind]?.();
  }, [writes, hasForm, bound]);
  useEffect(() => {
    if (removes) RemoveDialog.ahead();
  }, [removes]);
}
