import type { Dictionary } from '@anlan/contract/modules/dictionary/admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { createDictionary, updateDictionary } from '../calls.ts';

interface Values {
  type?: string;
  label?: string;
  description?: string;
  edit?: 'platform' | 'tenant';
}
interface Props {
  row: Dictionary | null;
  onClose: () => void;
  onAdded: (type: string) => void;
}

/** Adds or edits a dictionary. The type is immutable after creation. */
export function TypeDialog({ row, onClose, onAdded }: Props) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const [problem, setProblem] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: ({ type = '', label = '', description = '', edit = 'platform' }: Values) => {
      const words = { label, description: description.trim() === '' ? null : description };
      return row
        ? updateDictionary({ id: row.id, version: row.version, ...words })
        : createDictionary({ type, edit, ...words });
    },
    onMutate: () => setProblem(null),
    onSuccess: async (_answer, { type }) => {
      await client.invalidateQueries({ queryKey: ['dictionary'] });
      void message.success(row ? '已保存' : '已新增字典');
      onClose();
      if (!row && type) onAdded(type);
    },
    onError: (error) => {
      setProblem(error.message);
      if (error instanceof ApiError)
        form.setFields(
          error.errors.map(({ field, msg }) => ({ name: field, errors: [msg] })) as Parameters<
            typeof form.setFields
          >[0],
        );
    },
  });
  return (
    <TabModal
      open
      title={row ? `编辑字典“${row.label}”` : '新增字典'}
      okText="保存"
      cancelText="取消"
      okButtonProps={{ loading: save.isPending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        className="region-form"
        layout="vertical"
        initialValues={row ? { label: row.label, description: row.description ?? '' } : { edit: 'platform' }}
        onFinish={(values) => save.mutate(values)}
      >
        {problem && <Alert type="error" showIcon title={problem} />}
        <Form.Item name="label" label="名称" rules={[{ required: true, whitespace: true, message: '名称不能为空' }]}>
          <Input maxLength={32} autoComplete="off" placeholder="如 检查类型" />
        </Form.Item>
        {!row && (
          <Form.Item
            name="type"
            label="类型"
            extra="保存后不能修改"
            rules={[{ required: true, whitespace: true, message: '类型不能为空' }]}
          >
            <Input maxLength={64} autoComplete="off" placeholder="如 inspectionKind" />
          </Form.Item>
        )}
        <Form.Item name="description" label="说明">
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} />
        </Form.Item>
        {!row && (
          <Form.Item name="edit" label="由谁维护">
            <Radio.Group
              options={[
                { value: 'platform', label: '平台维护' },
                { value: 'tenant', label: '单位可添加' },
              ]}
            />
          </Form.Item>
        )}
      </Form>
    </TabModal>
  );
}
