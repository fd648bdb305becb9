import { App } from 'antd';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { ReportForm } from './report-form.tsx';

interface Props {
  onClose: () => void;
  onDone: (id: string) => void;
}

/** The danger report form in a drawer beside the list, for desktop users. Typed values survive closing the drawer. */
export function ReportDrawer({ onClose, onDone }: Props) {
  const { message } = App.useApp();
  return (
    <TabDrawer open size={560} title="上报隐患" rootClassName="report-drawer" onClose={onClose}>
      <ReportForm
        onDone={(id, fixed) => {
          void message.success(fixed ? '已登记，等待复查' : '已上报');
          onDone(id);
        }}
      />
    </TabDrawer>
  );
}
