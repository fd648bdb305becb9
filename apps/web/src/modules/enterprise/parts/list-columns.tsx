import { numberText, percentText } from '@anlan/contract/domain/number-text';
import type { Enterprise, EnterpriseSort } from '@anlan/contract/modules/enterprise/enterprise';
import { enterpriseColor, enterpriseSize, enterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import { formatInstant } from '@anlan/contract/domain/instant';
import { Link } from 'react-router';
import { PersonCell } from '#widgets/person/person-cell.tsx';
import type { ListColumn } from '#ui/list/columns.ts';
import { DictTag, DictText } from '#widgets/dict-tag.tsx';
import { IndustryName } from '#widgets/industry-name.tsx';
import { dossierPath, nextExpiry, today } from '../rules.ts';

const none = <span className="field-none">—</span>;
const lastName = (path: string | null) => path?.split(' / ').at(-1) ?? null;

/** The date that runs out next, red when it is near or gone. */
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

/** Colour, status and the like of an enterprise, each with its label. */
export const ColorTag = ({ row }: { row: Enterprise }) => (
  <DictTag type="enterpriseColor" value={row.color} codes={enterpriseColor} />
);
export const StatusTag = ({ row }: { row: Enterprise }) => (
  <DictTag type="enterpriseStatus" value={row.status} codes={enterpriseStatus} />
);

/** What the authority has marked the enterprise with. */
const Labels = ({ row }: { row: Enterprise }) =>
  row.labels?.length ? (
    <span className="card-tags">
      {row.labels.map((label) => (
        <DictTag key={label} type="enterpriseLabel" value={label} />
      ))}
    </span>
  ) : (
    none
  );

/** Columns of the list: first the thing, then its state, then whose turn, then time. */
export const enterpriseColumns: readonly ListColumn<Enterprise, EnterpriseSort>[] = [
  {
    key: 'name',
    title: '企业',
    width: 200,
    sort: 'name',
    locked: true,
    render: (row) => (
      <span className="list-two">
        <Link className="list-name" to={dossierPath(row.id)} title={row.name}>
          {row.name}
        </Link>
        <small>{row.creditCode}</small>
      </span>
    ),
  },
  { key: 'color', title: '四色', width: 72, render: (row) => <ColorTag row={row} /> },
  { key: 'status', title: '状态', width: 92, render: (row) => <StatusTag row={row} /> },
  {
    key: 'region',
    title: '区域',
    width: 76,
    render: (row) => (
      <span className="list-cut" title={row.regionName ?? row.regionCode}>
        {lastName(row.regionName) ?? row.regionCode}
      </span>
    ),
  },
  {
    key: 'industry',
    title: '行业 / 规模',
    width: 124,
    render: (row) => (
      <span className="list-two">
        <span title={row.industryName ?? row.industryCode}>
          {row.industryName ?? <IndustryName code={row.industryCode} />}
        </span>
        {row.enterpriseSize && (
          <small>
            <DictText type="enterpriseSize" value={row.enterpriseSize} codes={enterpriseSize} />
          </small>
        )}
      </span>
    ),
  },
  {
    key: 'officer',
    title: '责任人',
    width: 84,
    render: (row) =>
      row.officerName && row.officerId ? <PersonCell kind="user" id={row.officerId} name={row.officerName} /> : none,
  },
  { key: 'expiry', title: '最近到期', width: 142, render: (row) => <ExpiryText row={row} /> },
  {
    key: 'profileRate',
    title: '资料齐全率',
    width: 112,
    sort: 'profileRate',
    render: (row) => <RateBar rate={row.profileRate} />,
  },
  {
    key: 'updatedAt',
    title: '更新时间',
    width: 100,
    sort: 'updatedAt',
    render: (row) => {
      const whole = formatInstant(row.updatedAt);
      const [day, time] = whole.split(' ');
      return (
        <span className="list-two" title={whole}>
          <span>{day}</span>
          <small>{time?.slice(0, 5)}</small>
        </span>
      );
    },
  },
  { key: 'labels', title: '标签', width: 148, extra: true, render: (row) => <Labels row={row} /> },
  {
    key: 'supervision',
    title: '监管行业',
    width: 104,
    extra: true,
    render: (row) => <DictText type="supervisionKind" value={row.supervisionKind} />,
  },
  {
    key: 'headcount',
    title: '从业人数',
    width: 104,
    sort: 'headcount',
    align: 'right',
    extra: true,
    render: (row) => (row.headcount === null ? none : numberText(row.headcount)),
  },
  {
    key: 'safety',
    title: '安全员',
    width: 128,
    extra: true,
    render: (row) => (
      <span className="list-two">
        <span title={row.safetyManagerName}>{row.safetyManagerName}</span>
        <small>{row.safetyManagerPhone}</small>
      </span>
    ),
  },
  {
    key: 'legal',
    title: '法定代表人',
    width: 104,
    extra: true,
    render: (row) => <span className="list-cut">{row.legalPerson}</span>,
  },
];

/** A share with a thin bar below. */
function RateBar({ rate }: { rate: number }) {
  return (
    <span className="rate-bar">
      {percentText(rate)}
      <span aria-hidden>
        <i style={{ width: `${rate}%` }} />
      </span>
    </span>
  );
}

/** The row on a phone: what it is, its state and dates, whose turn. */
export function EnterpriseCard({ row }: { row: Enterprise }) {
  return (
    <>
      <span className="list-two">
        <Link className="list-name" to={dossierPath(row.id)} title={row.name}>
          {row.name}
        </Link>
        <small>{row.creditCode}</small>
      </span>
      <span className="card-tags">
        <ColorTag row={row} />
        <StatusTag row={row} />
        {row.labels?.map((label) => (
          <DictTag key={label} type="enterpriseLabel" value={label} />
        ))}
        <ExpiryText row={row} />
      </span>
      <small className="list-cut">
        {[lastName(row.regionName), row.industryName, row.officerName && `责任人 ${row.officerName}`]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </>
  );
}
