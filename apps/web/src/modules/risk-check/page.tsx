import { shareText } from '@anlan/contract/domain/number-text';
import { dayOf, formatInstant } from '@anlan/contract/domain/instant';
import { riskCheckCalls } from '@anlan/contract/modules/risk-check/calls';
import { riskCheckMeasures } from '@anlan/contract/modules/risk-check/measures';
import { riskCheck, type RiskCheck } from '@anlan/contract/modules/risk-check/resource';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { column, one, tag, title } from '#kit/columns.tsx';
import { resourcePage, type PagePart } from '#kit/resource-page.tsx';
import { textOf } from '#kit/resource.ts';
import { download } from '#lib/download.ts';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { useNarrow } from '#ui/list/use-narrow.ts';
import { DictText } from '#widgets/dict-tag.tsx';
import { MeasuredCount } from '#widgets/measured.tsx';
import { LevelMark } from '#widgets/risk-level/level.tsx';
import { lostCount, useLostWork } from '#lib/offline/pending.ts';
import { startDelivery } from '#lib/offline/delivery.ts';
import { checkCounts, checkKey, storeDay } from './calls.ts';
import { page } from './index.ts';
import './parts/check.css';

/** Address of a check. `code` comes from the QR code at the risk point. */
const sitePath = (id: string, code?: string | null): string =>
  `/bus/riskcheck/site?id=${id}${code ? `&code=${encodeURIComponent(code)}` : ''}`;

/**
 * Stores the checks of the day on this phone if the user may fill them in. Shows the number of stored checks and of
 * lost items.
 */
function OfflineDay() {
  const mayFill = useHasPermit('bus:riskcheck:check');
  const { nickName, username } = useCurrentUser().sysUser;
  const { data: count } = useQuery({
    queryKey: [...checkKey, 'day'],
    queryFn: async () => {
      await startDelivery(nickName || username);
      return storeDay();
    },
    enabled: mayFill,
    staleTime: 60_000,
  });
  const lost = lostCount(useLostWork().lost);
  return (
    <>
      {count ? <span className="check-kept"> · {count} 项已存本机，没有网络也能填写</span> : null}
      {lost > 0 && (
        <span role="alert">
          {' '}
          · <Link to="/bus/delivery/index">{lost} 项没有送出，且不在本机</Link>
        </span>
      )}
    </>
  );
}

/** Irregular checks of the last 30 days. */
const parts = ['resent', 'unproven', 'missed'] as const;

const Today: PagePart = ({ use }) => {
  const enterpriseId = textOf(use.asked.filter['enterpriseId']) || undefined;
  const { data, dataUpdatedAt } = useQuery(checkCounts(enterpriseId));
  if (!data) return '　';
  const at = { today: dayOf(new Date(dataUpdatedAt)), more: { enterpriseId } };
  return (
    <>
      今日应检 <MeasuredCount measure={riskCheckMeasures.today} value={data.today} {...at} /> 项，已检{' '}
      <MeasuredCount measure={riskCheckMeasures.done} value={data.done} {...at} /> 项 · 近 30 天按时{' '}
      <b data-measure={riskCheckMeasures.checked.key} title={riskCheckMeasures.checked.definition}>
        {shareText(data.onTime, data.due)}
      </b>
      ：按时 <MeasuredCount measure={riskCheckMeasures.onTime} value={data.onTime} {...at} />
      {parts.map((key) =>
        data[key] === 0 ? null : (
          <Fragment key={key}>
            ，{key === 'resent' ? '其中' : ''}
            {riskCheckMeasures[key].label}{' '}
            <MeasuredCount measure={riskCheckMeasures[key]} value={data[key]} tone="bad" {...at} />
          </Fragment>
        ),
      )}
      ，共 <MeasuredCount measure={riskCheckMeasures.due} value={data.due} {...at} /> 项
      <OfflineDay />
    </>
  );
};

/** Button to export checks for the platform of the local authority. Only for enterprises with hazardous chemicals. */
const Exchange: PagePart = ({ use }) => {
  const may = useHasPermit('bus:riskcheck:export');
  const enterpriseId = textOf(use.asked.filter['enterpriseId']) || undefined;
  const from = textOf(use.asked.filter['dueOnFrom']) || undefined;
  const to = textOf(use.asked.filter['dueOnTo']) || undefined;
  const input = { ...(enterpriseId && { enterpriseId }), ...(from && { from }), ...(to && { to }) };
  const narrow = useNarrow();
  if (!may) return null;
  return (
    <Button
      icon={<Icon name="download" size={16} />}
      aria-label="危化数据交换"
      title="危化数据交换"
      onClick={() => void download(riskCheckCalls.exchange, input)}
    >
      {narrow ? null : '危化数据交换'}
    </Button>
  );
};

export const Screen = resourcePage(riskCheck, riskCheckCalls, {
  ...page,
  columns: [
    title({ width: 200 }),
    column<RiskCheck>('level', '等级', ({ level }) => <LevelMark level={level} />, { width: 92 }),
    column<RiskCheck>('state', '状态', (row) => <State row={row} />, { width: 116 }),
    one('enterpriseId'),
    tag('layer', { width: 110 }),
    column<RiskCheck, 'dueOn'>('dueOn', '应检 / 截止', (row) => <Due row={row} />, { width: 132, sort: 'dueOn' }),
    column<RiskCheck>('far', '进度', (row) => <Far row={row} />, { width: 128 }),
    column<RiskCheck>('who', '检查人 / 责任人', (row) => <Who row={row} />, { width: 124 }),
    one('place', { extra: true }),
  ],
  filters: ['layer', 'status', 'enterpriseId', 'dueOn'],
  tabs: [
    { key: 'today', label: '今日和可提前', filter: { today: true } },
    { key: 'missed', label: '漏检', filter: { missed: true, counted: true }, isAlarm: true },
    { key: 'done', label: '已检', filter: { status: ['done'] } },
    { key: 'resent', label: '补传', filter: { resent: true, counted: true } },
    { key: 'unproven', label: '未到点', filter: { unproven: true, counted: true } },
    { key: 'failed', label: '发现问题', filter: { failed: true } },
    { key: 'all', label: '全部', filter: {} },
  ],
  summary: Today,
  buttons: Exchange,
  card: (row) => <CheckCard row={row} />,
  form: { rows: ['enterpriseId', 'riskPointId', ['layer', 'dueOn']] },
  queue: false,
  open: ({ id }) => sitePath(id),
  actions: (row, { edit, remove }) => [
    {
      key: 'site',
      label: row.abilities.includes('answer') ? (row.doneCount > 0 ? '继续检查' : '去检查') : '查看',
      to: sitePath(row.id),
    },
    ...edit,
    ...remove,
  ],
  empty: '没有排查任务。风险点批准后，按检查周期和管控层级自动生成。',
  removing: '只能删除临时增加、还没有填写的任务；按周期生成的任务不能删除。',
});

const State = ({ row }: { row: RiskCheck }) =>
  row.missed ? (
    <span className="check-missed">漏检</span>
  ) : (
    <span className="list-two">
      <DictText type="riskCheckStatus" value={row.status} />
      {row.late && <small>超时完成</small>}
      {row.resent && <small>补传</small>}
    </span>
  );
const Due = ({ row: { dueOn, dueAt } }: { row: RiskCheck }) => (
  <span className="list-two">
    <span>{dueOn}</span>
    <small>{formatInstant(dueAt).slice(11, 16)} 前</small>
  </span>
);
const Far = ({ row: { itemCount, doneCount, failCount, proof, status } }: { row: RiskCheck }) => (
  <span className="list-two">
    <span>
      {itemCount === 0 ? '未开始' : `${doneCount} / ${itemCount}`}
      {failCount > 0 && <span className="check-failed"> 不符合 {failCount}</span>}
    </span>
    {status === 'done' && proof && (
      <small>
        <DictText type="checkPresence" value={proof} />
      </small>
    )}
  </span>
);
const Who = ({ row: { doneByName, ownerName } }: { row: RiskCheck }) => (
  <span className="list-two">
    <span>{doneByName ?? '—'}</span>
    {ownerName && <small>责任人 {ownerName}</small>}
  </span>
);

const CheckCard = ({ row }: { row: RiskCheck }) => (
  <div className="check-card">
    <Link className="list-name" to={sitePath(row.id)}>
      {row.pointName}
    </Link>
    <span className="check-card-line">
      <LevelMark level={row.level} />
      <State row={row} />
      <span>
        {row.dueOn} {formatInstant(row.dueAt).slice(11, 16)} 前
      </span>
    </span>
    <small>
      <DictText type="controlLayer" value={row.layer} />
      {row.itemCount > 0 && ` · 已填 ${row.doneCount} / ${row.itemCount}`}
      {row.failCount > 0 && ` · 不符合 ${row.failCount}`}
      {(row.doneByName ?? row.ownerName) && ` · ${row.doneByName ?? row.ownerName}`}
    </small>
  </div>
);
