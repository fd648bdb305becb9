import type { OrganRow } from '@anlan/contract/modules/user/organ';
import { limits } from '@anlan/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Form, Input, TreeSelect } from 'antd';
import { useState } from 'react';
import { DraftNote } from '#ui/form/draft-note.tsx';
import { useGuard } from '#ui/form/form-drawer.tsx';
import { useDraft } from '#ui/form/use-draft.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { ApiError } from '#lib/api-error.ts';
import { createOrgan, organKeys, updateOrgan } from '../calls.ts';
import { RegionSelect } from '#widgets/region-select.tsx';
import { choices, draftShape, pathOf } from '../rules.ts';

export type DialogTarget =
  | { kind: 'add'; upper: OrganRow | null }
  | { kind: 'rename'; row: OrganRow }
  | { kind: 'move'; row: OrganRow }
  | { kind: 'region'; row: OrganRow };

interface Values {
  name?: string;
  parentId?: string | null;
  regionCode?: string | null;
}

const titleOf = (target: DialogTarget) => {
  if (target.kind === 'add') return target.upper ? `在“${target.upper.name}”下新增机构` : '新增一级机构';
  if (target.kind === 'region') return `“${target.row.name}”的所辖区域`;
  return `${target.kind === 'rename' ? '重命名' : '移动'}“${target.row.name}”`;
};
const shownIn = (target: DialogTarget): readonly (keyof Values)[] => {
  if (target.kind === 'add') return ['name', 'regionCode'];
  return target.kind === 'rename' ? ['name'] : target.kind === 'move' ? ['parentId'] : ['regionCode'];
};
/** Storage key of the draft and the row version that it was based on. */
const draftPlace = (target: DialogTarget) =>
  target.kind === 'add'
    ? { name: `organ-below-${target.upper?.id ?? 'top'}`, version: 0 }
    : { name: `organ-${target.kind}-${target.row.id}`, version: target.row.version };
const doneWords = { add: '已新增机构', rename: '已重命名', move: '已移动', region: '已设置所辖区域' };

interface Props {
  target: DialogTarget | null;
  rows: readonly OrganRow[];
  onClose: () => void;
}

export function OrganDialog({ target, ...props }: Props) {
  if (!target) return null;
  return <OpenDialog key={titleOf(target)} target={target} {...props} />;
}

function OpenDialog({ target, rows, onClose }: Props & { target: DialogTarget }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const base: Values =
    target.kind === 'add'
      ? {}
      : { name: target.row.name, parentId: target.row.parentId, regionCode: target.row.regionCode };
  const draft = useDraft({ form, ...draftPlace(target), shape: draftShape, base });
  const guard = useGuard({ draft });
  const [problem, setProblem] = useState<string | null>(null);
  const close = () => {
    guard.clean();
    onClose();
  };
  const save = useMutation({
    mutationFn: ({ name = '', parentId = null, regionCode = null }: Values) => {
      if (target.kind === 'add') return createOrgan({ name, parentId: target.upper?.id ?? null, regionCode });
      const { id } = target.row;
      const { version } = draft;
      if (target.kind === 'region') return updateOrgan({ id, version, regionCode });
      return updateOrgan(target.kind === 'rename' ? { id, version, name } : { id, version, parentId });
    },
    onMutate: () => setProblem(null),
    onSuccess: async () => {
      await Promise.all(organKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
      void message.success(doneWords[target.kind]);
      close();
    },
    onError: (error) => {
      const fields = error instanceof ApiError ? error.errors : [];
      const shown = shownIn(target);
      const own = fields.filter(({ field }) => shown.some((name) => name === field));
      form.setFields(
        shown.flatMap((name) => own.flatMap(({ field, msg }) => (field === name ? { name, errors: [msg] } : []))),
      );
      if (own.length === 0) setProblem(error.message);
    },
  });
  const isTop = target.kind === 'add' ? target.upper === null : target.row.parentId === null;
  const upper = target.kind === 'add' ? pathOf(rows, target.upper?.id ?? null) : pathOf(rows, target.row.id);
  return (
    <TabModal
      open
      title={titleOf(target)}
      okText="保存"
      cancelText="取消"
      // The button belongs to the form: otherwise Enter does not submit a form with two fields.
      okButtonProps={{ loading: save.isPending, htmlType: 'submit', form: 'organ' }}
      onCancel={close}
    >
      <Form<Values>
        form={form}
        name="organ"
        className="organ-form"
        layout="vertical"
        initialValues={draft.initial}
        onValuesChange={guard.onTyped}
        onFinish={(values) => save.mutate(values)}
      >
        {guard.isRestored && <DraftNote onClear={guard.onClear} />}
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
        ) : target.kind === 'region' ? null : (
          <Form.Item
            name="name"
            label="机构名称"
            rules={[{ required: true, whitespace: true, message: '机构名称不能为空' }]}
          >
            <Input maxLength={limits.organ.nameMax} showCount autoComplete="off" placeholder="如 危化品监管科" />
          </Form.Item>
        )}
        {(target.kind === 'add' || target.kind === 'region') && (
          <Form.Item
            name="regionCode"
            label="所辖区域"
            extra={`数据范围为“本机构所辖区域”的人员只看到这里的企业${isTop ? '' : '；不选择，则与上级机构相同'}`}
          >
            <RegionSelect anyLevel towns placeholder={isTop ? '未设置' : '与上级机构相同'} />
          </Form.Item>
        )}
      </Form>
    </TabModal>
  );
}
