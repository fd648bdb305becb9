import { danger, type Danger } from '@anlan/contract/modules/danger/resource';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { undoOf } from '#kit/move-rules.ts';
import type { AnyFilter, Values } from '#kit/resource.ts';
import { useHasPermit } from '#lib/current-user.ts';
import type { Selection } from '#ui/list/selection.ts';
import { takeBackAll } from '#widgets/undo/undo-all.ts';
import { useUndo } from '#widgets/undo/use-undo.tsx';
import { bound, dangerKey } from '../calls.ts';
import { boardPath } from '../rules.ts';
import { Duty } from './duty-select.tsx';
import './act.css';

interface Props {
  rows: readonly Danger[];
  selection: Selection<AnyFilter>;
  onDone: () => void;
}

/** Bulk actions that every selected row allows. Explains why the other actions are missing. */
export function BulkButtons({ rows: shownRows, selection: chosen, onDone }: Props) {
  const [assigning, setAssigning] = useState(false);
  const assigns = useHasPermit('bus:enterpriseexpinfo:assign');
  if (chosen.kind === 'all') return <span className="sub">批量处理请逐页勾选</span>;
  const rows = shownRows.filter(({ id }) => chosen.ids.includes(id));
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

/** 催办 (sends a reminder) for selected rows that wait for somebody else. Other rows are only counted. */
function UrgeButton({ rows, onDone }: { rows: readonly Danger[]; onDone: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const waiting = rows.filter(({ abilities }) => abilities.includes('urge'));
  const urge = useMutation({
    mutationFn: async () => {
      for (const row of waiting) await bound.move('urge', row, {}, true);
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

const assignFields = danger.states?.moves.reassign.ask;
const assignLook = { without: ['dutyDepartment'], controls: { dutyPersonId: Duty } };

/** Assigns several dangers of one enterprise to one person. Reports each failure. */
function AssignDialog({ rows, onClose, onDone }: { rows: Danger[]; onClose: () => void; onDone: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const first = rows[0] ? { ...rows[0] } : null;
  const undo = useUndo();
  const [failed, setFailed] = useState<{ title: string; why: string }[]>([]);
  const assign = async (assignment: Values) => {
    const wrong: typeof failed = [];
    const backs: (() => Promise<unknown>)[] = [];
    // Assign the rows in sequence: each assignment creates its own history entry and to-do.
    for (const row of rows)
      try {
        const left = await bound.move('reassign', row, assignment, true);
        const back = undoOf(bound.of, 'reassign', row);
        if (back) backs.push(() => bound.move(back.name, left, back.input, true));
      } catch (error) {
        wrong.push({ title: row.title, why: error instanceof Error ? error.message : '没有转派成功' });
      }
    setFailed(wrong);
    if (wrong.length > 0) throw new Error(`${wrong.length} 项没有转派成功`);
    return backs;
  };
  return (
    <AskDialog
      title={`转派 ${rows.length} 项隐患`}
      verb="转派"
      {...(assignFields ? { fields: assignFields } : {})}
      look={assignLook}
      row={first}
      act={assign}
      renews={[dangerKey]}
      onDone={(backs) => {
        const done = `已转派 ${rows.length} 项`;
        // Offer undo only if every row had an assignee before: a danger cannot become unassigned again.
        if (backs.length < rows.length) void message.success(done);
        else
          undo({
            said: done,
            back: () => takeBackAll(backs).finally(() => client.invalidateQueries({ queryKey: dangerKey })),
          });
        onDone();
      }}
      onClose={onClose}
    >
      {failed.length > 0 && (
        <ul className="danger-failed">
          {failed.map(({ title, why }) => (
            <li key={title}>
              {title}：{why}
            </li>
          ))}
        </ul>
      )}
    </AskDialog>
  );
}
