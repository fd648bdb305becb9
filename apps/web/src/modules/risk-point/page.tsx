import { dayOf } from '@anlan/contract/domain/instant';
import { addressesOf } from '@anlan/contract/kit/measure';
import { riskPointCalls } from '@anlan/contract/modules/risk-point/calls';
import { riskPointMeasures } from '@anlan/contract/modules/risk-point/measures';
import { riskPoint, type RiskPoint } from '@anlan/contract/modules/risk-point/resource';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { column, one, tag, title, two } from '#kit/columns.tsx';
import { resourcePage, type PagePart } from '#kit/resource-page.tsx';
import { textOf } from '#kit/resource.ts';
import { Icon } from '#ui/icon.tsx';
import { counts } from './calls.ts';
import { page } from './index.ts';
import { pointForm } from './parts/form-look.ts';
import { LevelMark, levels, LevelIcon, levelWords } from '#widgets/risk-level/level.tsx';
import { cardPath, listPath, mapPath, pointPath } from './paths.ts';
import './parts/list.css';

const FourColours: PagePart = ({ use }) => {
  const enterpriseId = textOf(use.asked.filter['enterpriseId']) || undefined;
  const { data, dataUpdatedAt } = useQuery(counts(enterpriseId));
  const at = { today: dayOf(new Date(dataUpdatedAt)), more: { enterpriseId } };
  return (
    <div className="risk-colours" role="group" aria-label="四色分布">
      {levels.map((level) => (
        <Link
          key={level}
          className={`risk-colour risk-colour-${level}`}
          to={addressesOf(riskPointMeasures[level], at)?.rows ?? listPath}
          title={riskPointMeasures[level].definition}
        >
          <LevelIcon level={level} size={20} />
          <span>{levelWords[level].word}</span>
          <b>{data?.[level].toLocaleString('zh-CN') ?? '　'}</b>
        </Link>
      ))}
    </div>
  );
};

const Buttons: PagePart = ({ use }) =>
  use.several && !use.asked.filter['enterpriseId'] ? null : (
    <Link
      className="btn risk-map-link"
      aria-label="风险地图"
      to={mapPath(textOf(use.asked.filter['enterpriseId']) || null)}
    >
      <Icon name="place" size={16} />
      <span>风险地图</span>
    </Link>
  );

export const Screen = resourcePage(riskPoint, riskPointCalls, {
  ...page,
  columns: [
    title({ width: 220 }),
    column<RiskPoint, 'rank'>('level', '等级', (row) => <LevelMark level={row.level} />, { width: 92, sort: 'rank' }),
    column<RiskPoint>('formula', '评价', (row) => <Judged row={row} />, { width: 190 }),
    one('enterpriseId'),
    two('controlLayer', 'checkCycle', { title: '管控层级 / 周期', width: 132 }),
    two('ownerId', 'department', { title: '责任人 / 部门', width: 132 }),
    column<RiskPoint>('notes', '提示', (row) => <Notes row={row} />, { width: 150 }),
    tag('status'),
    one('nextAssessOn'),
  ],
  filters: ['level', 'kind', 'controlLayer', 'department', 'enterpriseId'],
  tabs: [
    { key: 'inForce', label: '管控中', filter: { status: ['inForce'] } },
    { key: 'review', label: '评审中', filter: { status: ['underReview'] } },
    { key: 'draft', label: '草稿', filter: { status: ['draft'] } },
    { key: 'assess', label: '应重新评估', filter: { assessDue: true }, isAlarm: true },
    { key: 'all', label: '全部', filter: {} },
  ],
  above: FourColours,
  buttons: Buttons,
  form: pointForm,
  open: ({ id }) => pointPath(id),
  actions: (row, { edit, moves, remove }) => [
    ...moves.filter(({ key }) => key === 'submit' || key === 'approve'),
    ...edit,
    ...(row.status === 'inForce' ? [{ key: 'card', label: '告知卡', to: cardPath(row.id) }] : []),
    ...remove,
  ],
  actionsWidth: 176,
  moves: { approve: { begin: { opinion: '同意' }, atOnce: true } },
  empty: '还没有风险点。先登记主要设备、作业活动和场所，评价后提交评审。',
  removing: '只能删除草稿；已在管控中的风险点请“停用”，记录会保留。',
});

const Judged = ({ row }: { row: RiskPoint }) => (
  <span className="list-two">
    <span>{row.formula ?? (row.method === 'direct' ? '直接判定' : '—')}</span>
    {row.residualLevel && <small>剩余风险 {levelWords[row.residualLevel].short}</small>}
  </span>
);

const Notes = ({ row }: { row: RiskPoint }) => {
  const all = [
    (row.openDangers ?? 0) > 0 ? `未销号隐患 ${row.openDangers}` : '',
    row.paused ? '停用检修中' : '',
    row.assessDue ? '应重新评估' : '',
    row.basisId ? `重新评估 第 ${row.edition} 版` : '',
  ].filter(Boolean);
  return all.length === 0 ? <span className="kit-none">—</span> : <span className="risk-notes">{all.join(' · ')}</span>;
};
