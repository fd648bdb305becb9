import type { Danger } from '@anlan/contract/modules/danger/resource';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { startTransition, Suspense, useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useLinks } from '#kit/modules.ts';
import { singleKeys } from '#lib/single-keys.ts';
import { DropMenu } from '#ui/drop-menu.tsx';
import { Icon } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import { Bones, LoadFailed } from '#ui/states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { QueueBar } from '#widgets/queue/queue-bar.tsx';
import type { QueueStep } from '#widgets/queue/use-queue.ts';
import { dangerOne } from '../calls.ts';
import { boardPath, mainMove, mainMoves, refusals, turnWork, type MoveName } from '../rules.ts';
import { ActPanel } from './act-panel.tsx';
import { Compare } from './compare.tsx';
import { Clock, Extensions, Facts, Listing, MajorBasis, Notes, Plan } from './facts.tsx';
import { History } from './history.tsx';
import { Flags, LevelMark, StateTag } from './marks.tsx';
import { labelOf } from './use-move.ts';
import './drawer.css';

const MoveDialog = later(async () => (await import('./move-dialog.tsx')).MoveDialog);
const LinksDialog = later(async () => (await import('./links-dialog.tsx')).LinksDialog);
const EditDrawer = later(async () => (await import('./edit-drawer.tsx')).EditDrawer);
const RemoveDialog = later(async () => (await import('./remove.tsx')).Remove);

// What is done with these is somebody else's next.
const endsTurn = (move: MoveName) => mainMoves.some((one) => one === move || refusals[one] === move);

// By keyboard: to the words of the act at the foot, or to its button.
const toAct = () =>
  document
    .querySelector<HTMLElement>(
      '.danger-drawer .danger-act textarea, .danger-drawer .danger-act-buttons .ant-btn-primary',
    )
    ?.focus();

type Asked = { kind: 'move'; move: MoveName } | { kind: 'links' | 'edit' | 'remove' };

interface Props {
  id: string;
  /** The queue in which it is shown (连续处理), and what others did with it meanwhile. */
  step?: QueueStep | undefined;
  news?: ReactNode;
  /** Ids of the list beside which it stands, in their order. */
  queue: readonly string[];
  onGo: (id: string) => void;
  onClose: () => void;
}

/** One danger beside its list: judged without leaving it. */
export function DangerDrawer({ id, step, news, queue, onGo, onClose }: Props) {
  const { data: row, error, refetch } = useQuery(dangerOne(id));
  const [asked, setNow] = useState<Asked | null>(null);
  const ask = (next: Asked | null) => startTransition(() => setNow(next));
  // The queue of the moment it was opened: what is done leaves the list, and the next is the next of then.
  const [line] = useState(queue);
  const all = line.includes(id) ? line : queue;
  const at = all.indexOf(id);
  const next = all[at + 1];
  const before = all[at - 1];
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, [role=menu]');
      if (step || typing || !singleKeys() || asked || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'j' && next) onGo(next);
      if (event.key === 'k' && before) onGo(before);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
  const main = row && mainMove(row);
  const done = (move: MoveName) => {
    ask(null);
    if (step) step.acted(id, endsTurn(move));
    else if ((move === 'accept' || move === 'sendBack') && next) onGo(next);
  };
  return (
    <TabDrawer
      open
      size={980}
      rootClassName="danger-drawer"
      onClose={onClose}
      title={
        step ? (
          <QueueBar step={step} isAsking={asked !== null} act={toAct} />
        ) : at >= 0 && all.length > 1 ? (
          <span className="danger-queue">
            <Button
              aria-label="上一项"
              disabled={!before}
              icon={<Icon name="left" size={16} />}
              onClick={() => before && onGo(before)}
            />
            <span role="status">
              <i>第</i> <b>{at + 1}</b> / {all.length} <i>项</i>
            </span>
            <Button
              aria-label="下一项"
              disabled={!next}
              icon={<Icon name="right" size={16} />}
              onClick={() => next && onGo(next)}
            />
            <small className="danger-keys">
              <kbd>J</kbd> 下一项 <kbd>K</kbd> 上一项
            </small>
          </span>
        ) : (
          '隐患'
        )
      }
      extra={row && <Extra row={row} main={main ?? null} onAsk={ask} />}
      footer={
        row && (
          <Foot row={row} onward={step?.onward ?? (next === undefined ? '' : '并看下一项')} onDone={done} onAsk={ask} />
        )
      }
    >
      {news}
      {error && !row && !news && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!row && !error && <Bones height={480} />}
      {row && <Body row={row} />}
      <Suspense fallback={null}>
        {row && asked?.kind === 'move' && (
          <MoveDialog key={asked.move} row={row} move={asked.move} onClose={() => ask(null)} onDone={done} />
        )}
        {row && asked?.kind === 'links' && <LinksDialog row={row} onClose={() => ask(null)} />}
        {row && asked?.kind === 'edit' && <EditDrawer row={row} onClose={() => ask(null)} />}
        {row && asked?.kind === 'remove' && <RemoveDialog row={row} onClose={() => ask(null)} onGone={onClose} />}
      </Suspense>
    </TabDrawer>
  );
}

function Body({ row }: { row: Danger }) {
  const linkTo = useLinks();
  const to = linkTo('enterprise', row.enterpriseId);
  return (
    <div className="danger-body">
      <div className="danger-main">
        <header>
          <h2>
            {row.title} <StateTag status={row.status} />
          </h2>
          <p>
            <LevelMark level={row.level} whole />
            {to ? (
              <Link className="door" to={to}>
                {row.enterpriseName}
              </Link>
            ) : (
              <span>{row.enterpriseName}</span>
            )}
            <span>{row.place}</span>
            <span>{row.no}</span>
            <Flags row={row} />
          </p>
        </header>
        <Clock row={row} />
        <Compare row={row} />
        <Facts row={row} />
        <Notes row={row} />
        <MajorBasis row={row} />
        <Plan row={row} />
        <Extensions row={row} />
        <Listing row={row} />
      </div>
      <History row={row} />
    </div>
  );
}

function Foot({
  row,
  onward,
  onDone,
  onAsk,
}: {
  row: Danger;
  onward: string;
  onDone: (move: MoveName) => void;
  onAsk: (asked: Asked) => void;
}) {
  const main = mainMove(row);
  if (main === null)
    return (
      <p className="danger-foot-none" role="note">
        {row.turn === 'nobody' ? `这条隐患${turnWork(row)}` : `现在轮到 ${row.turnName ?? '其他人'}：${turnWork(row)}`}
      </p>
    );
  return (
    <ActPanel row={row} move={main} onward={onward} onDone={onDone} onAsk={(move) => onAsk({ kind: 'move', move })} />
  );
}

/** The other acts that this person may do, each opening what it asks. */
function Extra({ row, main, onAsk }: { row: Danger; main: MoveName | null; onAsk: (asked: Asked) => void }) {
  const refusal = mainMoves.find((one) => one === main);
  const shown = new Set<string>([...(main ? [main] : []), ...(refusal ? [refusals[refusal] ?? ''] : [])]);
  const moves = row.abilities.filter((one): one is MoveName => one !== 'update' && one !== 'remove' && !shown.has(one));
  const items = [
    ...(row.abilities.includes('update') ? [{ key: 'edit', label: '编辑', danger: false }] : []),
    ...moves.map((move) => ({ key: `move-${move}`, label: labelOf(move), danger: move === 'void' })),
    ...(row.abilities.includes('progress') ? [{ key: 'links', label: '维修链接', danger: false }] : []),
    ...(row.abilities.includes('remove') ? [{ key: 'remove', label: '删除', danger: true }] : []),
  ];
  const choose = (key: string) => {
    const move = moves.find((one) => key === `move-${one}`);
    if (move) onAsk({ kind: 'move', move });
    else if (key === 'edit' || key === 'links' || key === 'remove') onAsk({ kind: key });
  };
  return (
    <span className="danger-extra">
      <Link className="btn" to={`${boardPath}?enterpriseId=${row.enterpriseId}`}>
        公示栏
      </Link>
      {items.length > 0 && (
        <DropMenu within="body" items={items} onChoose={choose}>
          <Button icon={<Icon name="more" size={16} />}>更多</Button>
        </DropMenu>
      )}
    </span>
  );
}
