import type { EnterpriseExportColumn } from '@anlan/contract/modules/enterprise/export';
import { numberText } from '@anlan/contract/domain/number-text';
import { countOf, type Selection } from '#ui/list/selection.ts';
import { ExportQuestion } from '#widgets/export/export-question.tsx';
import { shownColumns } from '#widgets/export/shown-columns.ts';
import type { EnterpriseFilter, EnterprisePage } from '../calls.ts';
import { enterpriseColumns } from './list-columns.tsx';
import { useExport } from './use-export.ts';

/** What the file has of each column of the list; the name and the code stand in it first. */
const behind: Readonly<Record<string, readonly EnterpriseExportColumn[]>> = {
  region: ['regionName'],
  industry: ['industryName', 'enterpriseSize'],
  officer: ['officerName'],
  expiry: ['licenceTo', 'standardTo', 'policyTo', 'transportLicenceTo'],
  supervision: ['supervisionKind'],
  safety: ['safetyManagerName', 'safetyManagerPhone'],
  legal: ['legalPerson'],
  color: ['color'],
  status: ['status'],
  profileRate: ['profileRate'],
  updatedAt: ['updatedAt'],
  labels: ['labels'],
  headcount: ['headcount'],
};

interface Props {
  input: EnterprisePage;
  /** How many the list shows in all, and whether that is only what was counted. */
  total: { count: number; capped: boolean } | undefined;
  chosen: Selection<EnterpriseFilter>;
  /** Under which name this person's columns are kept. */
  settings: string;
  onClose: () => void;
}

/** Asks which enterprises and columns go into the file. */
export function EnterpriseExport({ input, total, chosen, settings, onClose }: Props) {
  const exporting = useExport();
  return (
    <ExportQuestion
      label="企业"
      counter="家"
      filtered={total && `${numberText(total.count)}${total.capped ? '+' : ''} 家`}
      chosen={countOf(chosen)}
      isBusy={exporting.isPending}
      onTake={({ rows, fields }) =>
        exporting.mutate(
          {
            input,
            ...(rows === 'chosen' ? { chosen } : {}),
            ...(fields === 'shown'
              ? { columns: shownColumns(enterpriseColumns, settings).flatMap((key) => behind[key] ?? []) }
              : {}),
          },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    />
  );
}
