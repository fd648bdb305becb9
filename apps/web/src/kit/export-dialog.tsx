import { numberText } from '@anlan/contract/domain/number-text';
import { countOf, type Selection } from '#ui/list/selection.ts';
import { useViewSettings } from '#ui/list/view-name.ts';
import { ExportQuestion, type ExportAsked } from '#widgets/export/export-question.tsx';
import { shownColumns } from '#widgets/export/shown-columns.ts';
import type { Messages } from './actions.ts';
import { columnKey, columnsOf, type Column } from './columns.tsx';
import { specOf, type AnyFilter, type AnyResource, type ListInput } from './resource.ts';
import type { Use } from './use-resource.ts';

export const namedMost = 100;

/** What a person exports: the rows of the list or a selection of them, all fields or some. */
export interface ExportRequest<I = ListInput, F = AnyFilter> {
  input: I;
  /** Number of rows of the list; undefined while it is unknown. */
  total: number | undefined;
  isEstimate: boolean;
  selection?: Selection<F>;
  fields?: readonly string[];
}
export type OwnExport<I = ListInput, F = AnyFilter> = (
  request: ExportRequest<I, F>,
  shown: Messages,
) => Promise<'download' | 'job'>;

/**
 * The fields to export: the visible columns in order. The field that names the row is left out here, because the file
 * always begins with it.
 */
function shownFields(of: AnyResource, named: readonly Column[], several: boolean, settings: string): string[] {
  const columns = columnsOf(of, named, { several, linkTo: () => null });
  const fieldsBehind = (key: string) => named.find((one) => columnKey(one) === key)?.keys ?? [];
  return shownColumns(columns, settings)
    .flatMap((key) => (fieldsBehind(key).length > 0 ? fieldsBehind(key) : [key]))
    .filter((key) => key !== of.title && (of.exportColumns?.includes(key) ?? isOffered(of, key, several)));
}

const isOffered = (of: AnyResource, key: string, several: boolean) =>
  key in of.fields && (several || !specOf(of, key).own);

interface Props {
  use: Use;
  columns: readonly Column[];
  by: OwnExport | undefined;
  onClose: () => void;
}

export function ExportDialog({ use, columns, by, onClose }: Props) {
  const { of } = use.bound;
  const { selection, state } = use;
  // The active view may have its own column settings.
  const settings = useViewSettings(use.settings);
  const { total, totalIsEstimate: isEstimate = false } = state.data ?? {};
  const take = ({ rows, fields }: ExportAsked) => {
    const shown = fields === 'shown' ? shownFields(of, columns, use.several, settings) : undefined;
    if (by === undefined)
      return use.take(
        {
          ...(rows === 'chosen' && selection.kind === 'ids' ? { rowIds: [...selection.ids] } : {}),
          ...(shown ? { columns: shown } : {}),
        },
        onClose,
      );
    const request = {
      input: use.asked,
      // The rows of the former filter stay visible while the next ones load.
      total: state.isPlaceholderData ? undefined : total,
      isEstimate,
      ...(rows === 'chosen' ? { selection } : {}),
      ...(shown ? { fields: shown } : {}),
    };
    return use.takeBy((message) => by(request, message), onClose);
  };
  return (
    <ExportQuestion
      label={of.label}
      counter={of.counter}
      filtered={total === undefined ? undefined : `${numberText(total)}${isEstimate ? '+' : ''} ${of.counter}`}
      selectedCount={by || selection.kind === 'ids' ? countOf(selection) : 0}
      {...(by ? {} : { most: namedMost })}
      isBusy={use.isExporting}
      onTake={take}
      onClose={onClose}
    />
  );
}
