import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';
import { countOf, inputOf, type Selection } from '#ui/list/selection.ts';
import { useTasks } from '#widgets/tasks/state.ts';
import { exportAtOnce, exportEnterprises, startExport, type EnterpriseFilter, type EnterprisePage } from '../calls.ts';

interface Asked {
  input: EnterprisePage;
  /** How many the list shows; what is small comes at once. */
  total?: number;
  /** Only these. */
  chosen?: Selection<EnterpriseFilter>;
}

/** Exports the list or what is chosen of it: at once while it is small, else as work that is found under 任务. */
export function useExport() {
  const { message } = App.useApp();
  const { started, open } = useTasks();
  return useMutation({
    mutationFn: async ({ input, total, chosen }: Asked) => {
      if (chosen === undefined && (total ?? 0) <= exportAtOnce) return exportEnterprises(input);
      const [sort] = input.sort;
      const what = chosen ? inputOf(chosen) : { filter: input.filter };
      await startExport({ ...what, ...sort });
      started();
      void message.info(
        `正在后台导出 ${(chosen ? countOf(chosen) : (total ?? 0)).toLocaleString('zh-CN')} 家，完成后可在“任务”中下载`,
      );
      open();
    },
  });
}
