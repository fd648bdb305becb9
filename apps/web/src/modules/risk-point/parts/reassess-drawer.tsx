import type { Control, Proposal } from '@anlan/contract/modules/risk-point/hazards-controls';
import { riskPoint, type RiskPoint } from '@anlan/contract/modules/risk-point/resource';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { useNavigate } from 'react-router';
import { FieldControl } from '#kit/controls.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { pointKey, points } from '../calls.ts';
import { pointPath } from '../paths.ts';
import '#kit/form.css';

interface Values {
  cause: string;
  controls: Control[];
}
/** Control measure suggested for a repeated danger. The assessor completes it. */
const controlFor = ({ title, cause }: Proposal): Control => ({
  kind: 'engineering',
  text: `针对“${title}”${cause ? `（${cause}）` : ''}：`.slice(0, 300),
});

/** Starts a reassessment. The current assessment remains in force until the new assessment is approved. */
export function ReassessDrawer({ row, onClose }: { row: RiskPoint; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const client = useQueryClient();
  const navigate = useNavigate();
  const begin = useMutation({
    mutationFn: ({ cause, controls }: Values) =>
      points.reassess({ id: row.id, version: row.version, cause, controls }, { quiet: true }),
    onSuccess: async ({ id }) => {
      void client.invalidateQueries({ queryKey: pointKey });
      await navigate(pointPath(id));
    },
  });
  const repeated = row.proposals.at(-1);
  return (
    <TabDrawer
      open
      size={520}
      title={`重新评估：${row.name}`}
      onClose={onClose}
      footer={
        <div className="kit-details-foot">
          <Button type="primary" loading={begin.isPending} onClick={form.submit}>
            开始重新评估
          </Button>
        </div>
      }
    >
      <Form<Values>
        form={form}
        className="kit-form"
        layout="vertical"
        initialValues={{
          cause: repeated ? `隐患 ${repeated.dangerNo} 重复出现` : '',
          controls: row.proposals.map(controlFor),
        }}
        onFinish={begin.mutate}
      >
        {begin.error && <Alert type="error" showIcon title={begin.error.message} />}
        <p className="sub">现行第 {row.edition} 版继续有效，新版批准后才替换；编号、告知卡二维码和检查任务不变。</p>
        <Form.Item
          name="cause"
          label="重新评估原因"
          rules={[{ required: true, whitespace: true, message: '请填写重新评估原因' }]}
        >
          <Input.TextArea maxLength={300} rows={3} placeholder="如 设备改造、工艺变更、发生事故、隐患重复出现" />
        </Form.Item>
        <Form.Item name="controls" label="新增管控措施">
          <Added />
        </Form.Item>
      </Form>
    </TabDrawer>
  );
}

const Added = (props: { id?: string; value?: unknown; onChange?: (value: unknown) => void }) => (
  <FieldControl {...props} name="controls" spec={riskPoint.fields.controls.spec} row={null} />
);
