import { formatInstant } from '@anlan/contract/domain/instant';
import { isEmptyValue } from '@anlan/contract/domain/values';
import type { FieldSpec } from '@anlan/contract/kit/field';
import { isDerived } from '@anlan/contract/kit/resource';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Fragment, Suspense, useId } from 'react';
import { Link } from 'react-router';
import { isOutdated } from '#lib/api-error.ts';
import { Anchors } from '#ui/anchors.tsx';
import { DropMenu } from '#ui/drop-menu.tsx';
import { later } from '#ui/later.tsx';
import { PhoneText } from '#ui/phone-text.tsx';
import { Bones, LoadFailed } from '#ui/states.tsx';
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

// Parts of a queue alone.
const QueueBar = later(async () => (await import('#widgets/queue/queue-bar.tsx')).QueueBar);
const QueueChanges = later(async () => (await import('./queue-changes.tsx')).QueueChanges);
const Structured = later(async () => (await import('./list-control.tsx')).Structured);
const SafeHtml = later(async () => (await import('#ui/safe-html.tsx')).SafeHtml);

interface Props {
  bound: Bound;
  row: AnyRow;
  /** Whether whose it is says anything to this person. */
  several: boolean;
  /** How its moves are asked, where the declaration does not say it. */
  moves?: MoveLooks | undefined;
  /** The queue in which it is shown. */
  queue?: QueueStep | undefined;
  /** Address of its own page, where it has one. */
  page?: string | undefined;
  /** Goes on to change it, where that may be. */
  onEdit?: ((row: AnyRow) => void) | undefined;
  onClose: () => void;
}

/** The drawer that shows a row whole. */
export function ResourceDetails({ bound, row, several, moves: looks, queue, page, onEdit, onClose }: Props) {
  const { of } = bound;
  const linkTo = useLinks();
  const isPart = fieldsOf(of).some(([, { whole }]) => whole);
  // What moves while the drawer stands open is read again; a list leaves heavy fields empty.
  const reads = isPart || (of.states !== undefined && bound.has('get'));
  const read = useQuery({
    ...bound.one(row.id),
    enabled: reads,
    // Others work on the same records.
    ...(queue ? { staleTime: 0 } : {}),
  });
  const isGone = queue !== undefined && read.error !== null && isOutdated(read.error);
  const now = isGone ? undefined : (read.data ?? (isPart ? undefined : row));
  const moves = useMove(bound, looks, undefined, queue);
  const mayEdit = onEdit !== undefined && !isGone && (now ?? row).abilities.includes('update');
  const acts = now ? moves.actionsOf(now) : [];
  const meanwhile = queue && meanwhileOf(row, isGone ? null : (now ?? row), acts.length, queue.queue);
  const [first] = acts;
  // Of what becomes known on the way of its states only what is known so far is shown.
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
        <Suspense fallback={<Bones height={120} />}>
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
    // A division is named from the province down; numbers bear their unit.
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
          {/* It is scrolled with the arrows where nothing in it takes the keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div role="region" aria-label={`${of.label}信息`} tabIndex={0}>
            <RecordHead of={of} row={now} />
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
        <Bones height={320} />
      )}
    </TabDrawer>
  );
}

const firstSection = '基本信息';

/** The fields by the sections that the form has; those before the first section stand first. */
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
  /** What follows an act that goes on at once. */
  onward?: string | undefined;
}

/** The moves that can be made now: the first stands out, those that do not fit stand under 更多. */
function MoveButtons({ acts, isMoving, onward = '' }: MovesProps) {
  const [first] = acts;
  const plain = acts.length > plainMost ? acts.slice(0, plainMost - 1) : acts;
  const rest = acts.slice(plain.length);
  // Read from the end of the row: the first is the last.
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

// A state bears its colour, the kind of a thing does not.
const TagOrText = ({ bound: { of }, name, row }: { bound: Bound; name: string; row: AnyRow }) => {
  const spec = specOf(of, name);
  return spec.kind === 'oneOf' ? (
    <TagCell of={of} name={name} row={row} />
  ) : (
    <>{valueText(spec, row[name], true) ?? none}</>
  );
};
