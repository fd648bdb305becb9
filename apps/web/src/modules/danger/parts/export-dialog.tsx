import { numberText } from '@anlan/contract/domain/number-text';
import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';
import { namedMost } from '#kit/export-dialog.tsx';
import { ExportQuestion } from '#widgets/export/export-question.tsx';
import { shownColumns } from '#widgets/export/shown-columns.ts';
import { useExportBegun } from '#widgets/export/begun.ts';
import { exportDangers, type DangerPage } from '../calls.ts';
import { dangerColumns } from './columns.tsx';

/** What the file has of columns that are named otherwise; name and number of the danger stand in it first. */
const behind = (several: boolean): Readonly<Record<string, readonly string[]>> => ({
  title: [],
  place: several ? ['enterpriseId', 'place'] : ['place'],
  turn: ['turn', 'turnSince'],
  foundAt: ['foundAt', 'foundBy'],
  duty: ['dutyPersonId'],
});

interface Props {
  input: DangerPage;
  total: number | undefined;
  /** Ids of those that are chosen one by one. */
  chosen: readonly string[];
  several: boolean;
  /** Under which name this person's columns are kept. */
  settings: string;
  onClose: () => void;
}

/** Asks which dangers and columns go into the file. */
export function DangerExport({ input, total, chosen, several, settings, onClose }: Props) {
  const { message } = App.useApp();
  const exportBegun = useExportBegun();
  const take = useMutation({
    mutationFn: exportDangers,
    onSuccess: () => {
      onClose();
      exportBegun('隐患');
    },
    onError: (error) => void message.error(error.message),
  });
  const names = behind(several);
  return (
    <ExportQuestion
      label="隐患"
      counter="条"
      filtered={total === undefined ? undefined : `${numberText(total)} 条`}
      chosen={chosen.length}
      most={namedMost}
      isBusy={take.isPending}
      onTake={({ rows, fields }) =>
        take.mutate({
          ...input,
          filter: {
            ...input.filter,
            ...(rows === 'chosen' ? { rowIds: [...chosen] } : {}),
            ...(fields === 'shown'
              ? {
                  columns: shownColumns(
                    dangerColumns(several, () => undefined),
                    settings,
                  ).flatMap((key) => names[key] ?? [key]),
                }
              : {}),
          },
        })
      }
      onClose={onClose}
    />
  );
}
