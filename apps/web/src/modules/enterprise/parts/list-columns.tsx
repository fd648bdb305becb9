import { percentText } from '@anlan/contract/domain/number-text';
import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { enterpriseColor, enterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import { Link } from 'react-router';
import { none } from '#kit/cells.tsx';
import { column, one, tag, title, two } from '#kit/columns.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { dossierPath, nextExpiry, today } from '../rules.ts';
import './list.css';

function ExpiryText({ row }: { row: Enterprise }) {
  const next = nextExpiry(row, today());
  if (!next) return none;
  const left = next.tone === 'gone' ? '已过期' : next.tone === 'soon' ? `剩 ${next.leftDays} 天` : '';
  return (
    <span className={`list-two expiry-${next.tone}`}>
      <span>{next.on}</span>
      <small title={next.label}>
        {left && `${left} · `}
        {next.label}
      </small>
    </span>
  );
}

export const ColorTag = ({ row }: { row: Enterprise }) => (
  <DictTag type="enterpriseColor" value={row.color} codes={enterpriseColor} />
);
export const StatusTag = ({ row }: { row: Enterprise }) => (
  <DictTag type="enterpriseStatus" value={row.status} codes={enterpriseStatus} />
);
const Labels = ({ row }: { row: Enterprise }) =>
  row.labels?.map((label) => <DictTag key={label} type="enterpriseLabel" value={label} />);

const RateBar = ({ rate }: { rate: number }) => (
  <span className="rate-bar">
    {percentText(rate)}
    <span aria-hidden>
      <i style={{ width: `${rate}%` }} />
    </span>
  </span>
);

export const enterpriseColumns = [
  title(),
  tag('color', { width: 72 }),
  tag('status', { width: 92 }),
  one('regionCode', { width: 76 }),
  two('industryCode', 'enterpriseSize', { title: '行业 / 规模', width: 124 }),
  one('officerId', { width: 84 }),
  column<Enterprise, 'licenceTo' | 'standardTo' | 'policyTo' | 'transportLicenceTo'>(
    'expiry',
    '最近到期',
    (row) => <ExpiryText row={row} />,
    { width: 142, fields: ['licenceTo', 'standardTo', 'policyTo', 'transportLicenceTo'] },
  ),
  column<Enterprise, 'profileRate'>('profileRate', '资料齐全率', (row) => <RateBar rate={row.profileRate} />, {
    width: 112,
    sort: 'profileRate',
  }),
  one('updatedAt', { width: 100 }),
  column<Enterprise, 'labels'>(
    'labels',
    '标签',
    (row) => (row.labels?.length ? <span className="kit-tags">{<Labels row={row} />}</span> : none),
    { width: 148, extra: true, fields: ['labels'] },
  ),
  one('supervisionKind', { extra: true }),
  one('headcount', { extra: true }),
  two('safetyManagerName', 'safetyManagerPhone', { title: '安全员', width: 128, extra: true }),
  one('legalPerson', { extra: true }),
];

const lastName = (path: string | null) => path?.split(' / ').at(-1);

export const EnterpriseCard = ({ row }: { row: Enterprise }) => (
  <>
    <span className="list-two">
      <Link className="list-name" to={dossierPath(row.id)} title={row.name}>
        {row.name}
      </Link>
      <small>{row.creditCode}</small>
    </span>
    <span className="kit-tags">
      <ColorTag row={row} />
      <StatusTag row={row} />
      <Labels row={row} />
      <ExpiryText row={row} />
    </span>
    <small className="list-cut">
      {[lastName(row.regionName), row.industryName, row.officerName && `责任人 ${row.officerName}`]
        .filter(Boolean)
        .join(' · ')}
    </small>
  </>
);
