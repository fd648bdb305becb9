import { staffReportCalls } from '@anlan/contract/modules/staff-report/calls';
import { staffReport, type StaffReport } from '@anlan/contract/modules/staff-report/resource';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { column, one, tag, title, two } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { dayOf } from '@anlan/contract/domain/instant';
import { staffReportMeasures } from '@anlan/contract/modules/staff-report/measures';
import { MeasuredCount } from '#widgets/measured.tsx';
import { rewardTotals } from './calls.ts';
import { page } from './index.ts';

const today = () => dayOf(new Date());

const CodesDialog = lazyPart(async () => (await import('./codes-dialog.tsx')).CodesDialog);

const yuan = (fen: number) =>
  (fen / 100).toLocaleString('zh-CN', { style: 'currency', currency: 'CNY', minimumFractionDigits: 2 });

const { rewards, rewardFen } = staffReportMeasures;

function Summary() {
  const { data } = useQuery(rewardTotals);
  if (!data) return null;
  return (
    <>
      {rewards.label} <MeasuredCount measure={rewards} value={data.rewards} today={today()} /> 件，合计{' '}
      <span title={rewardFen.definition}>{yuan(data.rewardFen)}</span>
    </>
  );
}

function Codes() {
  const [isOpen, setIsOpen] = useState(false);
  const may = useHasPermit('bus:staffreport:check');
  const { shopId } = useCurrentUser().sysUser;
  if (!may || shopId === null) return null;
  return (
    <>
      <Button icon={<Icon name="file" size={16} />} onClick={() => setIsOpen(true)}>
        举报码
      </Button>
      <Suspense fallback={null}>{isOpen && <CodesDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}

export const Screen = resourcePage(staffReport, staffReportCalls, {
  ...page,
  columns: [
    title({ width: 260 }),
    tag('status'),
    one('place'),
    column('who', '举报人', (row: StaffReport) => row.reporterName || '匿名', { width: 110 }),
    one('reportedAt'),
    two('rewardFen', 'rewardReason', { width: 180 }),
    one('enterpriseId'),
  ],
  tabs: [
    { key: 'open', label: '待核实', filter: { status: ['submitted'] } },
    { key: 'confirmed', label: '待奖励', filter: { status: ['confirmed'] } },
    { key: 'rewarded', label: '奖励台账', filter: { status: ['rewarded'] } },
    { key: 'all', label: '全部', filter: {} },
  ],
  filters: ['status', 'reportedAt', 'enterpriseId'],
  form: {
    rows: ['enterpriseId', 'matter', 'place', 'photos', ['reporterName', 'reporterPhone']],
  },
  // Show the status actions first, because reports are rarely edited.
  actions: (_row, { moves, edit, remove }) => [...moves, ...edit, ...remove],
  summary: Summary,
  actionsWidth: 216,
  buttons: Codes,
  empty: '没有员工举报。制作举报码张贴在现场，员工扫码即可举报，可以不留姓名',
});
