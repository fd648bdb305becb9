import { numberText } from '@anlan/contract/domain/number-text';
import { useViewSettings } from '#ui/list/view-name.ts';
import { ExportQuestion } from '#widgets/export/export-question.tsx';
import { shownColumns } from '#widgets/export/shown-columns.ts';
import { columnsOf, type Column } from './columns.tsx';
import type { AnyResource } from './resource.ts';
import type { Use } from './use-resource.ts';

/** Rows that one export may name. */
export const namedMost = 100;

/** Fields of the columns that a person sees, in their order; the file begins with what names a row all the same. */
function shownFields(of: AnyResource, named: readonly Column[], several: boolean, settings: string): string[] {
  const columns = columnsOf(of, named, { several, linkTo: () => null });
  return shownColumns(columns, settings)
    .flatMap((key) => named.find(({ keys }) => keys[0] === key)?.keys ?? [key])
    .filter((key) => key in of.fields && key !== of.title);
}

interface Props {
  use: Use;
  columns: readonly Column[];
  /** Ids of the rows that are chosen one by one. */
  chosen: readonly string[];
  onClose: () => void;
}

/** Asks which rows and columns of a list go into the file. */
export function ExportDialog({ use, columns, chosen, onClose }: Props) {
  const { of } = use.bound;
  // A view that is in force has columns of its own.
  const settings = useViewSettings(use.settings);
  const total = use.state.data?.total;
  return (
    <ExportQuestion
      label={of.label}
      counter={of.counter}
      filtered={total === undefined ? undefined : `${numberText(total)} ${of.counter}`}
      chosen={chosen.length}
      most={namedMost}
      isBusy={use.isExporting}
      onTake={({ rows, fields }) =>
        use.take(
          {
            ...(rows === 'chosen' ? { rowIds: [...chosen] } : {}),
            ...(fields === 'shown' ? { columns: shownFields(of, columns, use.several, settings) } : {}),
          },
          onClose,
        )
      }
      onClose={onClose}
    />
  );
}
