import { App } from 'antd';
import { useCallback } from 'react';
import { useTasks } from '../tasks/state.ts';

// The list is asked for by the browser itself: its place stands among the tasks a moment later.
const lookAgainMs = 1_500;

/** Says that the file of a list is on its way: the server writes few at once, the others wait in line (S68). */
export function useExportBegun(): (label: string) => void {
  const { message } = App.useApp();
  const { started } = useTasks();
  return useCallback(
    (label) => {
      void message.success(
        `正在生成${label}清单，完成后自动下载；同时导出的较多时会排队，可在右上角“任务”中查看前面还有几个或取消`,
      );
      setTimeout(started, lookAgainMs);
    },
    [message, started],
  );
}
