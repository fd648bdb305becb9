import { userExportColumns, type UserExportColumn } from '@anlan/contract/modules/user/admin';
import { numberText } from '@anlan/contract/domain/number-text';
import { useMutation } from '@tanstack/react-query';
import type { ListColumn } from '#ui/list/columns.ts';
import { ExportQuestion } from '#widgets/export/export-question.tsx';
import { shownColumns } from '#widgets/export/shown-columns.ts';
import { useExportBegun } from '#widgets/export/begun.ts';
import { exportUsers, type UserPage } from '../calls.ts';

/** What the file has of columns that are named otherwise. */
const behind: Readonly<Record<string, readonly UserExportColumn[]>> = {
  phone: ['phone', 'email'],
  place: ['organName', 'entName'],
};
const known = new Map<string, UserExportColumn>(userExportColumns.map((key) => [key, key]));

interface Props {
  input: UserPage;
  total: number | undefined;
  columns: readonly Pick<ListColumn<never>, 'key' | 'locked' | 'extra'>[];
  /** Under which name this person's columns are kept. */
  settings: string;
  onClose: () => void;
}

/** Asks which columns of the list of people go into the file. */
export function UserExport({ input, total, columns, settings, onClose }: Props) {
  const exportBegun = useExportBegun();
  const take = useMutation({
    mutationFn: exportUsers,
    onSuccess: () => {
      onClose();
      exportBegun('用户');
    },
  });
  const shown = () =>
    shownColumns(columns, settings).flatMap((key) => {
      const own = known.get(key);
      return behind[key] ?? (own ? [own] : []);
    });
  return (
    <ExportQuestion
      label="用户"
      counter="人"
      filtered={total === undefined ? undefined : `${numberText(total)} 人`}
      chosen={0}
      isBusy={take.isPending}
      onTake={({ fields }) =>
        take.mutate({ ...input, filter: { ...input.filter, ...(fields === 'shown' ? { columns: shown() } : {}) } })
      }
      onClose={onClose}
    />
  );
}
