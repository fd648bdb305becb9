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
import { DropMenu } from '#ui/drop-menu.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PhoneText } from '#ui/phone-text.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { meanwhileOf } from '#widgets/queue/queue-rules.ts';
import type { QueueStep } from '#widgets/queue/use-queue.ts';
import { Gallery } from '#widgets/files/gallery.tsx';
import { PersonCell } from '#widgets/person/person-cell.tsx';
import type { Action } from './actions.ts';
import { cellOf, none, RevealCell, TagCell, valueText } from './cells.tsx';
import { History } from './history.tsx';
import { useLinks } from './modules.ts';
import { RecordHead } from './record-head.tsx';
import { fieldsOf, filesIn, specOf, textOf, titleOf, type AnyRow, type Bound } from './resource.ts';
import { useMove, type MoveLooks } from './use-move.tsx';
import './form.css';

// These components show only inside a queue, so they load on demand.
const QueueBar = lazyPart(async () => (await import('#widgets/queue/queue-bar.tsx')).QueueBar);
const QueueChanges = lazyPart(async () => (await import('./queue-changes.tsx')).QueueChanges);
const Structured = lazyPart(async () => (await import('./list-control.tsx')).Structured);
const SafeHtml = lazyPart(async () => (await import('#ui/safe-html.tsx')).SafeHtml);

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
  const linkTo = useLinks();
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
  const moves = useMove(bound, looks, undefined, queue);
  const mayEdit = onEdit !== undefined && !isGone && (now ?? row).abilities.includes('update');
  const acts = now ? moves.actionsOf(now) : [];
  const meanwhile = queue && meanwhileOf(row, isGone ? null : (now ?? row), acts.length, queue.queue);
  const [first] = acts;
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
  const value = (key: string, of_: AnyRow) => {
    const spec = specOf(of, key);
    const stored = spec.kind === 'files' ? filesIn(of_[key]) : [];
    if (stored.length > 0) return <Gallery files={stored} label={spec.label} />;
    if (spec.kind === 'rich')
      return (
        <Suspense fallback={<Skeleton height={120} />}>
          <SafeHtml html={textOf(of_[key])} />
        </Suspense>
      );
    if (spec.list || spec.group) return <Structured spec={spec} value={of_[key]} />;
    if (spec.encrypted) return <RevealCell of={of} name={key} row={of_} />;
    if (spec.dictionary) return <TagOrText bound={bound} name={key} row={of_} />;
    const { text, title, to, person } = cellOf(of, key, of_, linkTo);
    if (person) return <PersonCell {...person} />;
    if (spec.kind === 'phone' && text !== null) return <PhoneText number={textOf(of_[key])} />;
    if (to) return <Link to={to}>{text}</Link>;
    // A region shows its full path; numbers show their unit.
    return (
      (spec.kind === 'region' ? title : typeof of_[key] === 'number' ? valueText(spec, of_[key], true) : text) ?? none
    );
  };
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
        (mayEdit || acts.length > 0) && (
          <div className="kit-details-foot">
            {page && (
              <Link className="btn" to={page}>
                查看完整
              </Link>
            )}
            {mayEdit && (
              <Button type={acts.length > 0 ? 'default' : 'primary'} onClick={() => onEdit(now ?? row)}>
                编辑
              </Button>
            )}
            <MoveButtons acts={acts} isMoving={moves.isPending} onward={queue?.onward} />
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
                      {value(key, now)}
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

const plainMost = 3;

interface MovesProps {
  acts: readonly Action[];
  isMoving: boolean;
  onward?: string | undefined;
}

/** Buttons for the available state changes: the first is the primary button. Buttons that do not fit are under 更多. */
function MoveButtons({ acts, isMoving, onward = '' }: MovesProps) {
  const [first] = acts;
  const plain = acts.length > plainMost ? acts.slice(0, plainMost - 1) : acts;
  const rest = acts.slice(plain.length);
  // The buttons are in reverse order: the first state change comes last.
  return (
    <>
      {rest.length > 0 && (
        <DropMenu
          within="body"
          items={rest.map(({ key, label, danger = false }) => ({ key, label, danger }))}
          onChoose={(key) => rest.find((one) => one.key === key)?.run?.()}
        >
          <Button>更多</Button>
        </DropMenu>
      )}
      {plain.toReversed().map(({ key, label, danger = false, run }) => (
        <Button
          key={key}
          type={key === first?.key && !first.goOn ? 'primary' : 'default'}
          danger={danger}
          disabled={isMoving}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      {first?.goOn && (
        <Button
          type="primary"
          danger={first.danger === true}
          disabled={isMoving}
          title="Ctrl+Enter"
          onClick={first.goOn}
        >
          {first.label}
          {onward}
        </Button>
      )}
    </>
  );
}

const Entry = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);

// Shows a state as a coloured tag and a category as plain text.
const TagOrText = ({ bound: { of }, name, row }: { bound: Bound; name: string; row: AnyRow }) => {
  const spec = specOf(of, name);
  return spec.kind === 'oneOf' ? (
    <TagCell of={of} name={name} row={row} />
  ) : (
    <>{valueText(spec, row[name], true) ?? none}</>
  );
};
