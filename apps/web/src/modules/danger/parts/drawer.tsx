import type { Danger } from '@anlan/contract/modules/danger/resource';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { startTransition, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useLinks } from '#kit/modules.ts';
import { History } from '#kit/history.tsx';
import { QueueChanges } from '#kit/queue-changes.tsx';
import type { Use } from '#kit/use-resource.ts';
import { isOutdated } from '#lib/api-error.ts';
import { DropMenu } from '#ui/drop-menu.tsx';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { QueueBar } from '#widgets/queue/queue-bar.tsx';
import { begin, meanwhileOf } from '#widgets/queue/queue-rules.ts';
import type { QueueStep } from '#widgets/queue/use-queue.ts';
import { bound, dangerOne } from '../calls.ts';
import { besideMove, boardPath, mainMove, nextTurnOf, mainMoves, refusals, turnTask, type MoveName } from '../rules.ts';
import { ActPanel } from './act-panel.tsx';
import { Compare } from './photo-comparison.tsx';
import { TurnFacts, Extensions, Facts, SupervisionNotice, MajorBasis, Notes, Plan } from './facts.tsx';
import { Flags, LevelMark, StateTag } from './danger-tags.tsx';
import { moveLook } from './move-looks.tsx';
import { labelOf } from './use-move.tsx';
import './drawer.css';

const MoveDialog = lazyPart(async () => (await import('#kit/move-dialog.tsx')).MoveDialog);
const LinksDialog = lazyPart(async () => (await import('./repair-links-dialog.tsx')).LinksDialog);

// Whether another person must act after this status change, except a receipt.
const endsTurn = (move: MoveName) => mainMoves.some((one) => one === move || refusals[one] === move);

// Keyboard shortcut: focus the text field of the status change, or its button.
const toAct = () =>
  document
    .querySelector<HTMLElement>(
      '.danger-drawer .danger-act textarea, .danger-drawer .danger-act-buttons .ant-btn-primary',
    )
    ?.focus();

type DialogRequest = { kind: 'move'; move: MoveName } | { kind: 'links' };

interface Props {
  use: Use;
  id: string;
  /** Step of the queue and the row as the queue read it. */
  step?: QueueStep | undefined;
  seen?: Danger;
  queue: readonly string[];
  onGo?: (id: string) => void;
  onClose: () => void;
}

export function DangerDrawer({ use, id, step, seen, queue, onGo = () => undefined, onClose }: Props) {
  // In a queue other people may change the same danger: always refetch.
  const { data: row, error, refetch } = useQuery({ ...dangerOne(id), ...(step ? { staleTime: 0 } : {}) });
  const isGone = error !== null && isOutdated(error);
  const offers = row && mainMove(row) !== null ? 1 : 0;
  const meanwhile =
    step && seen && (row ?? error) ? meanwhileOf(seen, isGone ? null : (row ?? seen), offers, step.queue) : null;
  const [dialogRequest, setDialogRequest] = useState<DialogRequest | null>(null);
  const openDialog = (next: DialogRequest | null) => startTransition(() => setDialogRequest(next));
  // Freeze the queue at opening: a completed danger leaves the list, but the order must not change.
  const [line] = useState(queue);
  const all = line.includes(id) ? line : queue;
  const at = all.indexOf(id);
  const next = all[at + 1];
  const before = all[at - 1];
  const rows = use.state.data?.rows ?? [];
  const nextTurn = nextTurnOf(all, at, (one) => rows.find((seenRow) => seenRow.id === one));
  const bar = step ?? {
    queue: { ...begin(all.map((one) => ({ id: one, version: 0 }))), at },
    counter: '项',
    before: before === undefined ? null : () => onGo(before),
    next: next === undefined ? null : () => onGo(next),
  };
  const done = (move: MoveName) => {
    if (step) step.acted(id, endsTurn(move));
    else if (endsTurn(move) && move !== 'receipt' && nextTurn !== undefined) onGo(nextTurn);
  };
  return (
    <TabDrawer
      open
      size={980}
      rootClassName="danger-drawer"
      onClose={onClose}
      title={
        step || (at >= 0 && all.length > 1) ? (
          <QueueBar step={bar} isAsking={dialogRequest !== null} act={toAct} />
        ) : (
          '隐患'
        )
      }
      extra={row && <Extra use={use} row={row} onAsk={openDialog} onClose={onClose} />}
      footer={
        row && (
          <Foot
            row={row}
            onward={step?.onward ?? (nextTurn === undefined ? '' : '并看下一项')}
            onDone={done}
            onAsk={openDialog}
          />
        )
      }
    >
      {step && seen && meanwhile && <QueueChanges bound={bound} row={seen} meanwhile={meanwhile} step={step} />}
      {error && !row && !meanwhile && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!row && !error && <Skeleton height={480} />}
      {row && <Body row={row} />}
      <Suspense fallback={null}>
        {row && dialogRequest?.kind === 'move' && (
          <MoveDialog
            key={dialogRequest.move}
            bound={bound}
            row={{ ...row }}
            name={dialogRequest.move}
            look={moveLook(dialogRequest.move, row)}
            queue={step}
            onClose={() => openDialog(null)}
          />
        )}
        {row && dialogRequest?.kind === 'links' && <LinksDialog row={row} onClose={() => openDialog(null)} />}
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
        <TurnFacts row={row} />
        <Compare row={row} />
        <Facts row={row} />
        <Notes row={row} />
        <MajorBasis row={row} />
        <Plan row={row} />
        <Extensions row={row} />
        <SupervisionNotice row={row} />
      </div>
      <aside className="danger-history" aria-label="经过">
        <h3 className="kit-form-section">经过</h3>
        <History bound={bound} row={row} />
      </aside>
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
  onAsk: (asked: DialogRequest) => void;
}) {
  const main = mainMove(row);
  const beside = besideMove(row);
  if (main === null)
    return (
      <div className="danger-foot-none">
        <p role="note">
          {row.turn === 'nobody'
            ? `这条隐患${turnTask(row)}`
            : `现在轮到 ${row.turnName ?? '其他人'}：${turnTask(row)}`}
        </p>
        {beside && (
          <Button type="primary" onClick={() => onAsk({ kind: 'move', move: beside })}>
            {labelOf(beside)}
          </Button>
        )}
      </div>
    );
  return (
    <ActPanel row={row} move={main} onward={onward} onDone={onDone} onAsk={(move) => onAsk({ kind: 'move', move })} />
  );
}

interface ExtraProps {
  use: Use;
  row: Danger;
  onAsk: (asked: DialogRequest) => void;
  onClose: () => void;
}

function Extra({ use, row, onAsk, onClose }: ExtraProps) {
  const main = mainMove(row);
  const shown = new Set<string>(main ? [main, refusals[main] ?? ''] : [besideMove(row) ?? '']);
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
    else if (key === 'links') onAsk({ kind: 'links' });
    else if (key === 'edit') use.show({ kind: 'form', target: { row: { ...row } } });
    else {
      onClose();
      use.show({ kind: 'remove', row: { ...row } });
    }
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
