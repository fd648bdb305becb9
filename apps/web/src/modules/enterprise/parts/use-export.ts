import type { EnterpriseExportColumn } from '@anlan/contract/modules/enterprise/export';
import { numberText } from '@anlan/contract/domain/number-text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { ApiError } from '#lib/api-error.ts';
import { countOf, inputOf, type Selection } from '#ui/list/selection.ts';
import { useTasks } from '#widgets/tasks/state.ts';
import { useExportBegun } from '#widgets/export/begun.ts';
import {
  enterprisePage,
  exportAtOnce,
  exportEnterprises,
  startExport,
  type EnterpriseFilter,
  type EnterprisePage,
} from '../calls.ts';

interface Asked {
  input: EnterprisePage;
  /** Only these. */
  chosen?: Selection<EnterpriseFilter>;
  /** Columns of the file; all of them where none is named. */
  columns?: EnterpriseExportColumn[];
}

/** Exports the list or what is chosen of it: at once while it is small, else as work that is found under 任务. */
export function useExport() {
  const client = useQueryClient();
  const { message } = App.useApp();
  const exportBegun = useExportBegun();
  const { started, open } = useTasks();
  /** How many there are; a search stops counting, and leaves more than it tells. */
  const sizeOf = async ({ input, chosen }: Asked) => {
    if (chosen) return { total: countOf(chosen), capped: chosen.kind === 'all' && chosen.capped };
    // A list that could not be read says so in its place, and nothing beside the button.
    const { total, totalIsEstimate = false } = await client.ensureQueryData(enterprisePage(input)).catch((error) => {
      void message.error(error instanceof ApiError ? error.message : '没有读到清单，请稍后再导出');
      throw error;
    });
    return { total, capped: totalIsEstimate };
  };
  return useMutation({
    mutationFn: async (asked: Asked) => {
      const { input, chosen, columns } = asked;
      const { total, capped } = await sizeOf(asked);
      if (chosen === undefined && !capped && total <= exportAtOnce) {
        await exportEnterprises({ ...input, filter: { ...input.filter, ...(columns ? { columns } : {}) } });
        exportBegun('企业');
        return;
      }
      const [sort] = input.sort;
      const what = chosen ? inputOf(chosen) : { filter: input.filter };
      await startExport({ ...what, ...sort, ...(columns ? { columns } : {}) });
      started();
      void message.info(`正在后台导出 ${numberText(total)}${capped ? '+' : ''} 家，完成后可在“任务”中下载`);
      open();
    },
  });
}
