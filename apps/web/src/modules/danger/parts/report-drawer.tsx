import { App } from 'antd';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { ReportForm } from './report-form.tsx';

interface Props {
  onClose: () => void;
  onDone: (id: string) => void;
}

/** The report beside the list, for who sits at a desk; what was typed is kept when it is closed. */
export function ReportDrawer({ onClose, onDone }: Props) {
  const { message } = App.useApp();
  return (
    <TabDrawer open size={560} title="上报隐患" rootClassName="report-drawer" onClose={onClose}>
      <ReportForm
        foot={(button, note) => (
          <div className="report-foot">
            <span>{note}</span>
            {button}
          </div>
        )}
        onDone={(id, fixed) => {
          void message.success(fixed ? '已登记，等待复查' : '已上报');
          onDone(id);
        }}
      />
    </TabDrawer>
  );
}
