import { numberText } from '@anlan/contract/domain/number-text';
import { nameKey } from '@anlan/contract/kit/resource';
import { enterpriseExportColumns } from '@anlan/contract/modules/enterprise/export-columns';
import type { Messages } from '#kit/actions.ts';
import type { ExportRequest } from '#kit/export-dialog.tsx';
import { countOf, inputOf } from '#ui/list/selection.ts';
import { directExportRows, enterprises, startExport, type EnterpriseFilter, type EnterprisePage } from '../calls.ts';

// A file has the names of regions, industries and people instead of their codes.
const columnsOf = (fields: readonly string[]) =>
  fields.flatMap((field) => {
    const column = enterpriseExportColumns.find((one) => one === field || one === nameKey(field));
    return column ? [column] : [];
  });

/** Exports the list or a selection. Few rows are downloaded at once; a job under 任务 exports many rows. */
export async function exportList(
  { input, selection, fields, total, isEstimate }: ExportRequest<EnterprisePage, EnterpriseFilter>,
  message: Messages,
): Promise<'download' | 'job'> {
  const columns = fields && { columns: columnsOf(fields) };
  if (!selection && !isEstimate && total !== undefined && total <= directExportRows) {
    await enterprises.export({ ...input, filter: { ...input.filter, ...columns } });
    return 'download';
  }
  await startExport({ ...(selection ? inputOf(selection) : { filter: input.filter }), ...input.sort[0], ...columns });
  const isCapped = selection ? selection.kind === 'all' && selection.capped : isEstimate;
  const count = selection ? countOf(selection) : total;
  const text = count === undefined ? '' : ` ${numberText(count)}${isCapped ? '+' : ''} 家`;
  void message.info(`正在后台导出${text}，完成后可在“任务”中下载`);
  return 'job';
}
