import type { OrganRow } from '@anlan/contract/domain/organ';
import { limits } from '@anlan/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Form, Input, TreeSelect } from 'antd';
import { useState } from 'react';
import { TabModal } from '#ui/tab-modal.tsx';
import { ApiError } from '#lib/api-error.ts';
import { createOrgan, organKeys, updateOrgan } from '../calls.ts';
import { choices, pathOf } from '../rules.ts';

/** What the dialog is open for: a new one below another (or at the top), another name, another place. */
export type DialogTarget =
  | { kind: 'add'; upper: OrganRow | null }
  | { kind: 'rename'; row: OrganRow }
  | { kind: 'move'; row: OrganRow };

interface Values {
  name?: string;
  parentId?: string | null;
}

const titleOf = (target: DialogTarget) => {
  if (target.kind === 'add') return target.upper ? `在“${target.upper.name}”下新增机构` : '新增一级机构';
  return `${target.kind === 'rename' ? '重命名' : '移动'}“${target.row.name}”`;
};
const doneWords = { add: '已新增机构', rename: '已重命名', move: '已移动' };

interface Props {
  target: DialogTarget | null;
  rows: readonly OrganRow[];
  onClose: () => void;
}

/** Adds an organisation, gives one another name, or another place. */
export function OrganDialog({ target, ...props }: Props) {
  if (!target) return null;
  return <OpenDialog key={titleOf(target)} target={target} {...props} />;
}

function OpenDialog({ target, rows, onClose }: Props & { target: DialogTarget }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const [problem, setProblem] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: ({ name = '', parentId = null }: Values) => {
      if (target.kind === 'add') return createOrgan({ name, parentId: target.upper?.id ?? null });
      const { id, version } = target.row;
      return updateOrgan(target.kind === 'rename' ? { id, version, name } : { id, version, parentId });
    },
    onMutate: () => setProblem(null),
    onSuccess: async () => {
      void message.success(doneWords[target.kind]);
      onClose();
      await Promise.all(organKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      const fields = error instanceof ApiError ? error.errors : [];
      const own = fields.filter(({ field }) => field === (target.kind === 'move' ? 'parentId' : 'name'));
      form.setFields(own.map(({ field, msg }) => ({ name: field === 'name' ? 'name' : 'parentId', errors: [msg] })));
      if (own.length === 0) setProblem(error.message);
    },
  });
  const upper = target.kind === 'add' ? pathOf(rows, target.upper?.id ?? null) : pathOf(rows, target.row.id);
  return (
    <TabModal
      open
      title={titleOf(target)}
      okText="保存"
      cancelText="取消"
      okButtonProps={{ loading: save.isPending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        name="organ"
        className="organ-form"
        layout="vertical"
        initialValues={target.kind === 'add' ? {} : { name: target.row.name, parentId: target.row.parentId }}
        onFinish={(values) => save.mutate(values)}
      >
        {problem && <Alert type="error" showIcon title={problem} />}
        {upper !== '' && <p>{upper}</p>}
        {target.kind === 'move' ? (
          <Form.Item name="parentId" label="移到" extra="不选择上级，则成为一级机构">
            <TreeSelect<string | null>
              allowClear
              treeDefaultExpandAll
              placeholder="一级机构"
              treeData={choices(rows, target.row.id)}
              showSearch={{ treeNodeFilterProp: 'title' }}
            />
          </Form.Item>
        ) : (
          <Form.Item
            name="name"
            label="机构名称"
            rules={[{ required: true, whitespace: true, message: '机构名称不能为空' }]}
          >
            <Input maxLength={limits.organ.nameMax} showCount autoComplete="off" placeholder="如 危化品监管科" />
          </Form.Item>
        )}
      </Form>
    </TabModal>
  );
}
