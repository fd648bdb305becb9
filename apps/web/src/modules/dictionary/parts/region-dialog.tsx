import type { OwnRegion } from '@anlan/contract/modules/dictionary/region';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { TabModal } from '#ui/tab-modal.tsx';
import { ApiError } from '#lib/api-error.ts';
import { RegionSelect } from '#widgets/region-select.tsx';
import { townKey } from '#widgets/towns.ts';
import { createRegion, nextCode, renameRegion } from '../calls.ts';
import { levelName } from '../rules.ts';

export type DialogTarget = { kind: 'street' } | { kind: 'grid'; upper: OwnRegion } | { kind: 'rename'; row: OwnRegion };

interface Values {
  parent?: string | null;
  name?: string;
  code?: string;
}

const titleOf = (target: DialogTarget) =>
  target.kind === 'street'
    ? '新增街道'
    : target.kind === 'grid'
      ? `在“${target.upper.name}”新增网格`
      : `重命名${levelName(target.row.level)}“${target.row.name}”`;

export function RegionDialog({ target, onClose }: { target: DialogTarget; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const [problem, setProblem] = useState<string | null>(null);
  const selectedParent: unknown = Form.useWatch('parent', form);
  const parent = target.kind === 'grid' ? target.upper.code : typeof selectedParent === 'string' ? selectedParent : '';
  const isNew = target.kind !== 'rename';
  const proposed = useQuery({ ...nextCode(parent), enabled: isNew && parent !== '' });
  useEffect(() => {
    if (proposed.data && !form.isFieldTouched('code')) form.setFieldValue('code', proposed.data.code);
  }, [proposed.data, form]);
  const save = useMutation({
    mutationFn: ({ name = '', code }: Values) =>
      target.kind === 'rename'
        ? renameRegion({ code: target.row.code, version: target.row.version, name })
        : createRegion({ parent, name, ...(code && code !== proposed.data?.code ? { code } : {}) }),
    onMutate: () => setProblem(null),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: townKey });
      void message.success(isNew ? `已新增${target.kind === 'grid' ? '网格' : '街道'}` : '已重命名');
      onClose();
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
      title={titleOf(target)}
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
        initialValues={target.kind === 'rename' ? { name: target.row.name } : {}}
        onFinish={(values) => save.mutate(values)}
      >
        {problem && <Alert type="error" showIcon title={problem} />}
        {target.kind === 'street' && (
          <Form.Item name="parent" label="所属区县" rules={[{ required: true, message: '请选择所属区县' }]}>
            <RegionSelect placeholder="省 / 市 / 区县" />
          </Form.Item>
        )}
        {target.kind === 'grid' && <p>{target.upper.path}</p>}
        <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '名称不能为空' }]}>
          <Input
            maxLength={15}
            autoComplete="off"
            placeholder={target.kind === 'grid' ? '如 第一网格' : '如 望潮街道'}
          />
        </Form.Item>
        {isNew && (
          <Form.Item name="code" label="代码" extra="按上级顺延，可以改为官方编号">
            <Input maxLength={12} autoComplete="off" inputMode="numeric" placeholder="选择上级后自动生成" />
          </Form.Item>
        )}
        {target.kind === 'rename' && (
          <p>在该{levelName(target.row.level)}的企业会显示新的名称，各企业的时间线留有记录。</p>
        )}
      </Form>
    </TabModal>
  );
}
