import type { Enterprise } from '@anlan/contract/domain/enterprise';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Progress } from 'antd';
import { useId, useState } from 'react';
import { TabModal } from '#ui/tab-modal.tsx';
import { OfficerSelect } from '#widgets/officer-select.tsx';
import { enterpriseKey, updateEnterprise } from '../calls.ts';

interface Props {
  rows: readonly Enterprise[];
  open: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Gives several enterprises one officer; each is a change of its own, with its own trace. */
export function AssignDialog({ rows, open, onDone, onClose }: Props) {
  const id = useId();
  const client = useQueryClient();
  const { message } = App.useApp();
  const [officerId, setOfficerId] = useState<string | null>(null);
  const [done, setDone] = useState(0);
  const assign = useMutation({
    mutationFn: async (officer: string) => {
      const failed: string[] = [];
      setDone(0);
      for (const { id: each, version, name } of rows) {
        await updateEnterprise({ id: each, version, officerId: officer }).catch(() => failed.push(name));
        setDone((count) => count + 1);
      }
      return failed;
    },
    onSuccess: async (failed) => {
      await client.invalidateQueries({ queryKey: enterpriseKey });
      if (failed.length === 0) void message.success(`已指派 ${rows.length} 家企业`);
      else
        void message.warning({
          duration: 8,
          content: `${failed.length} 家没有指派成功：${failed.slice(0, 3).join('、')}，请刷新后重试`,
        });
      onDone();
    },
  });
  if (!open) return null;
  return (
    <TabModal
      open
      title={`为 ${rows.length} 家企业指派监管责任人`}
      okText="指派"
      cancelText="取消"
      okButtonProps={{ disabled: officerId === null, loading: assign.isPending }}
      cancelButtonProps={{ disabled: assign.isPending }}
      closable={!assign.isPending}
      mask={{ closable: false }}
      onOk={() => officerId && assign.mutate(officerId)}
      onCancel={onClose}
    >
      <div className="assign">
        <label htmlFor={id}>监管责任人</label>
        <OfficerSelect id={id} placeholder="输入姓名查找" value={officerId} onChange={setOfficerId} />
      </div>
      {assign.isPending && <Progress percent={Math.round((100 * done) / rows.length)} aria-label="指派进度" />}
    </TabModal>
  );
}
