import type { Inspection, Inspector } from '@anlan/contract/modules/inspection/resource';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Form } from 'antd';
import { TabModal } from '#ui/tab-modal.tsx';
import { OfficerPicks, twoOfficers } from '#widgets/officers-select.tsx';
import { inspectionKey, inspections } from '../calls.ts';

/** Replaces officers of a running inspection, for example when the card of an officer has expired. */
export function OfficersDialog({ row, onClose }: { row: Inspection; onClose: () => void }) {
  const [form] = Form.useForm<{ inspectors: Inspector[] }>();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: ({ inspectors }: { inspectors: Inspector[] }) =>
      inspections.update({ id: row.id, version: row.version, inspectors }, { quiet: true }),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: inspectionKey }),
  });
  return (
    <TabModal
      open
      title="更换执法人员"
      okText="保存"
      cancelText="取消"
      okButtonProps={{ loading: save.isPending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ inspectors: row.inspectors }} onFinish={save.mutate}>
        {save.error && <Alert type="error" showIcon title={save.error.message} />}
        <Form.Item
          name="inspectors"
          label="执法人员"
          rules={[twoOfficers]}
          validateTrigger="onSubmit"
          extra="已签的名需由新的执法人员重新签署"
        >
          <OfficerPicks enterpriseId={row.enterpriseId} />
        </Form.Item>
      </Form>
    </TabModal>
  );
}
