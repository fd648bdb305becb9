import { numberText } from '@anlan/contract/domain/number-text';
import { bulkActions, type BulkAction } from '@anlan/contract/modules/enterprise/bulk-actions';
import { useMutation } from '@tanstack/react-query';
import { Alert, App, Form, type FormInstance } from 'antd';
import { useId } from 'react';
import { FormFields } from '#kit/form-fields.tsx';
import { moveFieldsOf } from '#kit/move-rules.ts';
import type { Values } from '#kit/resource.ts';
import { countOf, inputOf, type Selection } from '#ui/list/selection.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import { OfficerSelect } from '#widgets/officer-select.tsx';
import { useTasks } from '#widgets/tasks/job-state.ts';
import { enterpriseSteps, startBulk, type BulkInput, type EnterpriseFilter } from '../calls.ts';
import { stepLook } from './step-dialog.tsx';
import '#kit/form.css';

interface Props {
  action: BulkAction;
  selection: Selection<EnterpriseFilter>;
  onDone: () => void;
  onClose: () => void;
}

type BulkValues = Omit<BulkInput, 'action' | 'ids' | 'filter' | 'except'>;
const filled = (values: BulkValues): BulkValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));

const asks = (action: BulkAction) => action === 'suspend' || action === 'resume' || action === 'close';

const hints: Readonly<Record<BulkAction, string>> = {
  activate: '只有草稿会被启用；没有责任人的由您负责。',
  approve: '只有待审核的企业会通过；没有责任人的由您负责。',
  suspend: '只有在营企业会登记停产停业。',
  resume: '只有停产停业的企业会恢复生产经营。请逐项确认，全部确认后才能恢复。',
  close: '注销后档案只读，企业人员立即退出并不能再进入，不能撤销。',
  addLabels: '标签只有监管部门看得到，企业人员看不到。',
  removeLabels: '没有这些标签的企业保持不变。',
  assignOfficer: '已注销的企业保持不变。',
};

export function BulkDialog({ action, selection: chosen, onDone, onClose }: Props) {
  const [form] = Form.useForm<BulkValues>();
  const note = useId();
  const { message } = App.useApp();
  const { started } = useTasks();
  const count = `${numberText(countOf(chosen))}${chosen.kind === 'all' && chosen.capped ? '+' : ''} 家`;
  const label = bulkActions[action];
  const start = useMutation({
    mutationFn: (values: BulkValues) => startBulk({ action, ...inputOf(chosen), ...filled(values) }),
    onSuccess: ({ total }) => {
      started();
      void message.info(`已开始${label}，共 ${total} 家；进度见右上角“任务”`);
      onDone();
    },
  });
  const danger = action === 'close';
  return (
    <TabModal
      open
      title={`${label} · ${count}企业`}
      okText={danger ? `注销 ${count}` : '开始'}
      cancelText="取消"
      okButtonProps={{ danger, loading: start.isPending }}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<BulkValues>
        form={form}
        layout="vertical"
        className="kit-form"
        initialValues={asks(action) ? stepLook(action).begin : {}}
        scrollToFirstError
        onFinish={(values) => start.mutate(values)}
      >
        <p className="sub" id={note}>
          {hints[action]}不符合条件的会逐家列出原因。
        </p>
        {start.error && <Alert type="error" showIcon title={start.error.message} />}
        {(action === 'addLabels' || action === 'removeLabels') && (
          <Form.Item name="labels" label="企业标签" rules={[{ required: true, message: '请选择标签' }]}>
            <DictSelect multiple type="enterpriseLabel" aria-label="企业标签" placeholder="选择一个或几个标签" />
          </Form.Item>
        )}
        {action === 'assignOfficer' && (
          <Form.Item name="officerId" label="监管责任人" rules={[{ required: true, message: '请选择监管责任人' }]}>
            <OfficerSelect placeholder="输入姓名查找" />
          </Form.Item>
        )}
        {asks(action) && (
          <FormFields
            of={moveFieldsOf(enterpriseSteps.of, action)}
            form={form as FormInstance<Values>}
            look={stepLook(action)}
            row={null}
            several
          />
        )}
      </Form>
    </TabModal>
  );
}
