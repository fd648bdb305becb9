import type { Danger, DangerFilter } from '@anlan/contract/modules/danger/resource';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { undoOf } from '#kit/move-rules.ts';
import { useHolds } from '#lib/person.ts';
import type { Selection } from '#ui/list/selection.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { takeBackAll } from '#widgets/undo/take-back.ts';
import { useUndo } from '#widgets/undo/use-undo.tsx';
import { bound, dangerKey, moveDanger } from '../calls.ts';
import { boardPath } from '../rules.ts';
import { DutySelect } from './select.tsx';
import './act.css';

interface Props {
  chosen: Selection<DangerFilter>;
  /** Rows of the page. */
  rows: readonly Danger[];
  onDone: () => void;
}

/** What can be done with all that are chosen; what not all of them allow is not offered, and why is said. */
export function BulkButtons({ chosen, rows: seen, onDone }: Props) {
  const [assigning, setAssigning] = useState(false);
  const assigns = useHolds('bus:enterpriseexpinfo:assign');
  if (chosen.kind === 'all') return <span className="sub">批量处理请逐页勾选</span>;
  const rows = seen.filter(({ id }) => chosen.ids.includes(id));
  const [first] = rows;
  if (!first || rows.length < chosen.ids.length) return <span className="sub">批量处理请逐页勾选</span>;
  const oneEnterprise = rows.every(({ enterpriseId }) => enterpriseId === first.enterpriseId);
  const allAssign = rows.every(({ abilities }) => abilities.includes('reassign'));
  return (
    <>
      {assigns && !oneEnterprise && <span className="sub">选择同一企业的隐患可以批量转派</span>}
      {assigns && oneEnterprise && !allAssign && <span className="sub">其中有不能转派的</span>}
      <UrgeButton rows={rows} onDone={onDone} />
      {oneEnterprise && allAssign && <Button onClick={() => setAssigning(true)}>转派 {rows.length} 项</Button>}
      {oneEnterprise && (
        <Link className="btn" to={`${boardPath}?enterpriseId=${first.enterpriseId}`}>
          打印公示栏
        </Link>
      )}
      {assigning && <AssignDialog rows={rows} onClose={() => setAssigning(false)} onDone={onDone} />}
    </>
  );
}

/** 催办 of those that wait for somebody else; the others are counted, not refused. */
function UrgeButton({ rows, onDone }: { rows: readonly Danger[]; onDone: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const waiting = rows.filter(({ abilities }) => abilities.includes('urge'));
  const urge = useMutation({
    mutationFn: async () => {
      for (const row of waiting) await moveDanger('urge', row, {});
    },
    onSettled: () => client.invalidateQueries({ queryKey: dangerKey }),
    onSuccess: () => {
      const rest = rows.length - waiting.length;
      void message.success(`已催办 ${waiting.length} 项${rest > 0 ? `，${rest} 项不需要催办或今天已催办` : ''}`);
      onDone();
    },
    onError: (error) => void message.error(error.message),
  });
  if (waiting.length === 0) return <span className="sub">没有需要催办的：轮到您，或今天已催办</span>;
  return (
    <Button loading={urge.isPending} onClick={() => urge.mutate()}>
      催办 {waiting.length} 项
    </Button>
  );
}

/** Hands several dangers of an enterprise to one person; each is told where it could not be. */
function AssignDialog({ rows, onClose, onDone }: { rows: Danger[]; onClose: () => void; onDone: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<{ dutyPersonId: string; reason: string }>();
  const undo = useUndo();
  const again = () => client.invalidateQueries({ queryKey: dangerKey });
  const [failed, setFailed] = useState<{ title: string; why: string }[]>([]);
  const assign = useMutation({
    mutationFn: async (asked: { dutyPersonId: string; reason: string }) => {
      const wrong: { title: string; why: string }[] = [];
      const backs: (() => Promise<unknown>)[] = [];
      // One after another: each is a move of its own, with its history and its to-do.
      for (const row of rows)
        try {
          const left = await bound.move('reassign', row, asked, true);
          const back = undoOf(bound.of, 'reassign', row);
          if (back) backs.push(() => bound.move(back.name, left, back.asked, true));
        } catch (error) {
          wrong.push({ title: row.title, why: error instanceof Error ? error.message : '没有转派成功' });
        }
      return { wrong, backs };
    },
    onSettled: again,
    onSuccess: ({ wrong, backs }) => {
      setFailed(wrong);
      if (wrong.length > 0) return;
      const said = `已转派 ${rows.length} 项`;
      // One that was nobody's cannot become nobody's again.
      if (backs.length < rows.length) void message.success(said);
      else undo({ said, back: () => takeBackAll(backs).finally(again) });
      onDone();
      onClose();
    },
  });
  return (
    <TabModal
      open
      title={`转派 ${rows.length} 项隐患`}
      okText="转派"
      cancelText="取消"
      okButtonProps={{ loading: assign.isPending }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        name="danger-assign"
        layout="vertical"
        className="danger-move"
        onFinish={(values) => assign.mutate(values)}
      >
        {failed.length > 0 && (
          <ul className="danger-failed" role="alert">
            {failed.map(({ title, why }) => (
              <li key={title}>
                {title}：{why}
              </li>
            ))}
          </ul>
        )}
        <Form.Item name="dutyPersonId" label="整改责任人" rules={[{ required: true, message: '请选择整改责任人' }]}>
          <DutySelect enterpriseId={rows[0]?.enterpriseId} placeholder="请选择" />
        </Form.Item>
        <Form.Item
          name="reason"
          label="转派原因"
          rules={[{ required: true, whitespace: true, message: '请填写转派原因' }]}
        >
          <Input.TextArea maxLength={300} autoSize={{ minRows: 2, maxRows: 5 }} />
        </Form.Item>
      </Form>
    </TabModal>
  );
}
