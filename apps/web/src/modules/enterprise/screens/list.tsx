import { dayOf } from '@anlan/contract/domain/instant';
import { numberText, percentText } from '@anlan/contract/domain/number-text';
import type { Measure } from '@anlan/contract/kit/measure';
import { limits } from '@anlan/contract/limits';
import { enterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import { enterpriseListing } from '@anlan/contract/modules/enterprise/listing';
import { enterpriseMeasures } from '@anlan/contract/modules/enterprise/measures';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { resourcePage, type PagePart } from '#kit/resource-page.tsx';
import { hasPermit, usePerson } from '#lib/current-user.ts';
import { impersonating } from '#lib/impersonation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Empty } from '#ui/page-states.tsx';
import { MeasuredCount } from '#widgets/measured.tsx';
import { Overseen } from '#widgets/overseen-regions.tsx';
import { enterprises, enterpriseStates, importLimits, stepCalls } from '../calls.ts';
import { BulkButtons } from '../parts/bulk-buttons.tsx';
import { exportList } from '../parts/export-list.ts';
import { EnterpriseCard, enterpriseColumns } from '../parts/list-columns.tsx';
import { enterpriseFilters } from '../parts/list-filters.tsx';
import { moveLooks } from '../parts/move-looks.tsx';
import { dossierPath, duplicatesPath, listPath } from '../rules.ts';

// Load these parts on demand, because few users open them.
const EnterpriseDrawer = lazyPart(async () => (await import('../parts/enterprise-drawer.tsx')).EnterpriseDrawer);
const Review = lazyPart(async () => (await import('../parts/review.tsx')).Review);

const counted = (measure: Measure, value: number) => (
  <Fragment key={measure.key}>
    {measure.label} <MeasuredCount measure={measure} value={value} today={dayOf(new Date())} /> {measure.unit}
  </Fragment>
);

// Shows counts above the list. They are requested after the rows are loaded.
const Summary: PagePart = ({ use: { painted: enabled } }) => {
  const all = useQuery({ ...enterprises.count({ status: ['active', 'suspended'] }), enabled });
  const drafts = useQuery({ ...enterprises.count({ status: ['draft'] }), enabled });
  const waiting = useQuery({ ...enterprises.count({ status: ['underReview'] }), enabled });
  const summaryParts = [
    ...(all.data === undefined ? [] : [counted(enterpriseMeasures.supervised, all.data)]),
    ...(drafts.data
      ? [
          <Link key="drafts" className="link" to={`${listPath}?status=${enterpriseStatus.draft}`}>
            草稿 {numberText(drafts.data)} 家
          </Link>,
        ]
      : []),
    ...(waiting.data ? [counted(enterpriseMeasures.underReview, waiting.data)] : []),
    ...(hasPermit('bus:enterprise:audit')
      ? [
          <Link key="duplicates" className="link" to={duplicatesPath}>
            疑似重复
          </Link>,
        ]
      : []),
  ];
  return (
    <>
      {/* A full-width space reserves the line height while there is no text. */}
      {summaryParts.length === 0 && '　'}
      {summaryParts.map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={at}>
          {at > 0 && ' · '}
          {part}
        </Fragment>
      ))}
      <Overseen />
    </>
  );
};

const Nothing: PagePart = ({ use: { mayImport, mayAdd, show, add } }) => (
  <Empty icon="building" title={mayImport ? '还没有企业，下载模板导入，或逐家新增' : '还没有企业'}>
    {mayImport && <Button onClick={() => show({ kind: 'import' })}>下载模板导入</Button>}
    {mayAdd && <Button onClick={() => add()}>新增企业</Button>}
  </Empty>
);

export const Screen = resourcePage({ ...enterpriseListing, states: enterpriseStates }, stepCalls, {
  heading: '企业管理',
  icon: 'building',
  summary: Summary,
  columns: enterpriseColumns,
  filters: enterpriseFilters,
  open: ({ id }) => dossierPath(id),
  form: EnterpriseDrawer,
  moves: moveLooks,
  actions: (row, { edit, moves, remove }) => [
    { key: 'open', label: '查看', to: dossierPath(row.id) },
    ...(row.abilities.includes('approve') ? [{ key: 'review', label: '审核', open: Review }] : []),
    ...edit,
    ...moves.filter(({ key }) => key !== 'approve' && key !== 'reject'),
    ...remove,
  ],
  details: Review,
  queue: ['approve'],
  card: (row) => <EnterpriseCard row={row} />,
  bulk: BulkButtons,
  // Bulk actions are disabled during impersonation. The banner explains why.
  mayBulk: ({ mayExport }) =>
    impersonating() === null &&
    usePerson.getState().info?.sysUser.type === 'regulator' &&
    (mayExport || hasPermit('bus:enterprise:edit') || hasPermit('bus:enterprise:audit')),
  exporting: exportList,
  importing: () => ({
    identity: '统一社会信用代码',
    mayActivate: hasPermit('bus:enterprise:audit'),
    ...importLimits,
  }),
  empty: Nothing,
  removing: ({ profileRate, licence }) =>
    `资料齐全率 ${percentText(profileRate)}${licence ? '，含营业执照附件' : ''}。企业人员不能再进入它。删除后 ${limits.undoSeconds / 60} 分钟内可以撤销。`,
});
