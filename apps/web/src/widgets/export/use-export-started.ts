import { App } from 'antd';
import { useCallback } from 'react';
import { useTasks } from '../tasks/job-state.ts';

// The browser itself requests the export file, so its job appears only after this time. Milliseconds.
const lookAgainMs = 1_500;

/**
 * Hook that shows the message that an export has started. The server writes few files at the same time; other exports
 * wait in a queue (S68).
 */
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
