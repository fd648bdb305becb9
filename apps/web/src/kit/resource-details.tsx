import { formatInstant } from '@anlan/contract/domain/instant';
import { isEmptyValue } from '@anlan/contract/domain/value-checks';
import type { FieldSpec } from '@anlan/contract/kit/field';
import { isDerived } from '@anlan/contract/kit/resource';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Fragment, Suspense, useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { isOutdated } from '#lib/api-error.ts';
import { Anchors } from '#ui/anchors.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { useWaiting } from '#widgets/undo/use-delayed.tsx';
import { meanwhileOf } from '#widgets/queue/queue-rules.ts';
import type { QueueStep } from '#widgets/queue/use-queue.ts';
import { History } from './history.tsx';
import { MoveButtons } from './move-buttons.tsx';
import { RecordHead } from './record-head.tsx';
import { RecordValue } from './record-value.tsx';
import { fieldsOf, titleOf, type AnyRow, type Bound } from './resource.ts';
import { useDelayedMove } from './use-delayed-move.ts';
import { useMove, type MoveLooks } from './use-move.tsx';
import './form.css';

// These components show only inside a queue, so they load on demand.
const QueueBar = lazyPart(async () => (await import('#widgets/queue/queue-bar.tsx')).QueueBar);
const QueueChanges = lazyPart(async () => (await import('./queue-changes.tsx')).QueueChanges);

interface Props {
  bound: Bound;
  row: AnyRow;
  several: boolean;
  moves?: MoveLooks | undefined;
  queue?: QueueStep | undefined;
  page?: string | undefined;
  /** Shown above the fields, for example facts of another call. */
  above?: ReactNode;
  onEdit?: ((row: AnyRow) => void) | undefined;
  onClose: () => void;
}

export function ResourceDetails({ bound, row, several, moves: looks, queue, page, above, onEdit, onClose }: Props) {
  const { of } = bound;
  const isPart = fieldsOf(of).some(([, { whole }]) => whole);
  // Whether to read the row again: its state may change while the drawer is open, and a list leaves out large fields.
  const reads = isPart || (of.states !== undefined && bound.has('get'));
  const read = useQuery({
    ...bound.one(row.id),
    enabled: reads,
    // In a queue the row is always refetched, because other users work on the same records.
    ...(queue ? { staleTime: 0 } : {}),
  });
  const isGone = queue !== undefined && read.error !== null && isOutdated(read.error);
  const now = isGone ? undefined : (read.data ?? (isPart ? undefined : row));
  const delay = useDelayedMove(bound);
  const moves = useMove(bound, looks, undefined, queue && { ...queue, delay });
  const takeBack = useWaiting(row.id);
  const mayEdit = onEdit !== undefined && !isGone && (now ?? row).abilities.includes('update');
  const acts = now && !takeBack ? moves.actionsOf(now) : [];
  const meanwhile = queue && !takeBack && meanwhileOf(row, isGone ? null : (now ?? row), acts.length, queue.queue);
  const [first] = acts;
  const plain = acts.length > plainMost ? acts.slice(0, plainMost - 1) : acts;
  // A derived field of a state machine shows only after it has a value.
  const isKnown = (key: string, spec: FieldSpec) =>
    of.states === undefined || !isDerived(spec) || now === undefined || !isEmptyValue(now[key]);
  const shown = fieldsOf(of).filter(
    ([key, spec]) => !spec.inputOnly && spec.kind !== 'json' && (several || !spec.own) && isKnown(key, spec),
  );
  const anchor = useId();
  const sections = sectionsOf(shown, anchor);
  const hasHistory = bound.has('history');
  const historyLabel = of.states ? '办理记录' : '变更记录';
  const historyId = `${anchor}history`;
  const parts = [...sections, ...(hasHistory ? [{ id: historyId, label: historyLabel }] : [])];
  return (
    <TabDrawer
      open
      size={queue ? 640 : 480}
      title={titleOf(of, row)}
      onClose={onClose}
      extra={
        queue && (
          <Suspense fallback={null}>
            <QueueBar step={queue} isAsking={moves.isAsking || moves.isPending} act={first?.goOn ?? first?.run} />
          </Suspense>
        )
      }
      footer={
        (mayEdit || takeBack || acts.length > 0) && (
          <div className="kit-details-foot">
            {page && (
              <Link className="btn" to={page}>
                查看完整
              </Link>
            )}
            {takeBack && (
              <>
                <span role="status">即将办理，可以撤回</span>
                <Button onClick={takeBack}>撤回</Button>
              </>
            )}
            {mayEdit && !takeBack && (
              <Button type={acts.length > 0 ? 'default' : 'primary'} onClick={() => onEdit(now ?? row)}>
                编辑
              </Button>
            )}
            <MoveButtons
              acts={plain}
              rest={acts.slice(plain.length)}
              primary={first?.key}
              isMoving={moves.isPending}
              onward={queue?.onward}
            />
          </div>
        )
      }
    >
      {moves.dialog}
      {queue && meanwhile && (
        <Suspense fallback={null}>
          <QueueChanges bound={bound} row={row} meanwhile={meanwhile} step={queue} />
        </Suspense>
      )}
      {isGone ? null : read.error && (isPart || isOutdated(read.error)) ? (
        <LoadFailed error={read.error} onRetry={() => void read.refetch()} />
      ) : now ? (
        <>
          {/* Focusable, so that the arrow keys can scroll content without a focusable element. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div role="region" aria-label={`${of.label}信息`} tabIndex={0}>
            <RecordHead of={of} row={now} />
            {above}
            <Anchors parts={parts.map(({ id, label }) => ({ id, label }))} />
            {sections.map(({ id, label, fields }, at) => (
              <Fragment key={id}>
                {(at > 0 || label !== firstSection) && (
                  <h2 id={id} className="kit-form-section" tabIndex={-1}>
                    {label}
                  </h2>
                )}
                <dl className="kit-details" {...(at === 0 && label === firstSection ? { id, tabIndex: -1 } : {})}>
                  {fields.map(([key, { label: name }]) => (
                    <Entry key={key} label={name}>
                      <RecordValue of={of} name={key} row={now} />
                    </Entry>
                  ))}
                  {at === sections.length - 1 && now['updatedAt'] instanceof Date && (
                    <Entry label="更新时间">{formatInstant(now['updatedAt'])}</Entry>
                  )}
                </dl>
              </Fragment>
            ))}
          </div>
          {hasHistory && (
            <>
              <h2 id={historyId} className="kit-form-section" tabIndex={-1}>
                {historyLabel}
              </h2>
              <History bound={bound} row={row} />
            </>
          )}
        </>
      ) : (
        <Skeleton height={320} />
      )}
    </TabDrawer>
  );
}

const firstSection = '基本信息';

/** Groups the shown fields by form section; fields before the first section come first. */
function sectionsOf(shown: readonly [string, FieldSpec][], anchor: string) {
  const sections: { id: string; label: string; fields: [string, FieldSpec][] }[] = [];
  for (const [key, spec] of shown) {
    if (spec.section !== undefined || sections.length === 0)
      sections.push({ id: `${anchor}${key}`, label: spec.section ?? firstSection, fields: [] });
    sections.at(-1)?.fields.push([key, spec]);
  }
  return sections;
}

/** Number of buttons that fit. The others are under 更多. */
const plainMost = 3;

const Entry = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);
