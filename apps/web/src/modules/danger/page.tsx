import { dangerCalls } from '@anlan/contract/modules/danger/calls';
import { danger, type Danger } from '@anlan/contract/modules/danger/resource';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import type { RowPart } from '#kit/actions.ts';
import { resourcePage, type PagePart } from '#kit/resource-page.tsx';
import { hasPermit, useCurrentUser } from '#lib/current-user.ts';
import { impersonating } from '#lib/impersonation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { isNarrow, useNarrow } from '#ui/list/use-narrow.ts';
import { page } from './index.ts';
import { listOrder } from './calls.ts';
import { useAddressParams } from './list-params.ts';
import { DangerCard, dangerColumns } from './parts/columns.tsx';
import { dangerFilters } from './parts/list-filters.tsx';
import { DangerEmpty, DangerHead, useTabCounts } from './parts/list-head.tsx';
import { actionWord, boardPath, mainMove, mainMoves, statisticsPath, tabs } from './rules.ts';
import './parts/danger.css';

const Duty = lazyPart(async () => (await import('./parts/duty-select.tsx')).Duty);
const Criterion = lazyPart(async () => (await import('./parts/criterion-select.tsx')).Criterion);
const editForm = {
  rows: [
    'title',
    ['level', 'category'],
    ['source', 'place'],
    ['foundBy', 'foundAt'],
    ['dutyPersonId', 'dutyDepartment'],
    ['deadlineOn', 'stationId'],
    ['vehicleId'],
    'photosBefore',
    'description',
    'majorCriterion',
    'majorBasis',
    'interimMeasures',
    'repeatCause',
  ],
  controls: { dutyPersonId: Duty, majorCriterion: Criterion },
} as const;

const DangerDrawer = lazyPart(async () => (await import('./parts/drawer.tsx')).DangerDrawer);
const ByEnterprise = lazyPart(async () => (await import('./parts/enterprise-summary.tsx')).ByEnterprise);
const BulkButtons = lazyPart(async () => (await import('./parts/bulk-buttons.tsx')).BulkButtons);

/** The opened danger is in the address, so a link, a reload and the back button work. */
const OpenInAddress: RowPart<Danger> = ({ row, onClose }) => {
  const { put } = useAddressParams();
  const open = useEffectEvent(() => {
    onClose();
    put({ id: row.id });
  });
  useEffect(() => open(), []);
  return null;
};

const OpenDanger: PagePart = ({ use }) => {
  const { said: params, put } = useAddressParams();
  const id = params.get('id');
  if (id === null) return null;
  return (
    <Suspense fallback={null}>
      <DangerDrawer
        use={use}
        id={id}
        queue={(use.state.data?.rows ?? []).map((row) => row.id)}
        onGo={(next) => put({ id: next }, true)}
        onClose={() => put({ id: null })}
      />
    </Suspense>
  );
};

/** The list for users of several enterprises, or of one. They see different columns and filters. */
const listOf = (several: boolean) =>
  resourcePage(
    danger,
    dangerCalls,
    {
      heading: page.heading,
      icon: 'check',
      head: DangerHead,
      columns: dangerColumns(several),
      filters: dangerFilters(several),
      tabs,
      tabCounts: useTabCounts,
      pageParams: ['id'],
      form: editForm,
      above: OpenDanger,
      details: ({ use, row, queue, onClose }) =>
        queue && <DangerDrawer use={use} id={row.id} step={queue} seen={row} queue={[]} onClose={onClose} />,
      queue: mainMoves,
      // On a phone each row is a card, and its title already opens the danger.
      actions: (row) =>
        isNarrow() && mainMove(row) === null ? [] : [{ key: 'open', label: actionWord(row), open: OpenInAddress }],
      actionsWidth: 92,
      card: (row) => <DangerCard row={row} several={several} />,
      bulk: (parts) => (
        <Suspense fallback={null}>
          <BulkButtons {...parts} />
        </Suspense>
      ),
      mayBulk: () => (several || hasPermit('bus:enterpriseexpinfo:assign')) && impersonating() === null,
      empty: DangerEmpty,
      removing: '重复或误报的隐患请用“作废”，记录会保留。',
    },
    { order: listOrder },
  );

const OfSeveral = listOf(true);
const OfOne = listOf(false);
const isOfOne = (type: string | undefined) => type === 'enterprise';
const showsEnterprises = (params: URLSearchParams, type: string | undefined) =>
  !isOfOne(type) && params.get('view') === 'enterprise';

/** 待整改事项: dangers of the tenant, or of the user's own enterprise (RT-19). */
export function Screen() {
  const { said: params } = useAddressParams();
  const { type } = useCurrentUser().sysUser;
  const narrow = useNarrow();
  return (
    <>
      {showsEnterprises(params, type) ? (
        <>
          <DangerHead />
          <Suspense fallback={null}>
            <ByEnterprise />
          </Suspense>
        </>
      ) : isOfOne(type) ? (
        <OfOne />
      ) : (
        <OfSeveral />
      )}
      {narrow && (
        <p className="sub danger-more">
          <Link className="link" to={statisticsPath}>
            隐患统计
          </Link>
          {!isOfOne(type) && (
            <Link className="link" to={boardPath}>
              隐患公示栏
            </Link>
          )}
        </p>
      )}
    </>
  );
}
