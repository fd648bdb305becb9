import { dayOf } from '@anlan/contract/domain/instant';
import { staffCalls } from '@anlan/contract/modules/staff/calls';
import { employee, type EmployeeFilter } from '@anlan/contract/modules/staff/resource';
import { useMutation } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { one, reveal, tag, title, two } from '#kit/columns.tsx';
import { resourcePage, type PageOptions } from '#kit/resource-page.tsx';
import { hasPermit } from '#lib/current-user.ts';
import { filterOf } from '#ui/list/list-filters.tsx';
import { saveMade } from '#lib/download.ts';
import { AccountControl, DepartmentControl, DepartmentFilter } from './controls.tsx';
import { page } from './index.ts';
import { Staffing } from './parts/staffing.tsx';
import { cards, maxCards } from './calls.ts';

const heldMs = 60_000;

/** Creates and downloads education cards. Shows errors at the top of the page. */
async function saveCards(ids: readonly string[], whose: string): Promise<void> {
  const paper = await cards({ ids: [...ids] });
  const address = URL.createObjectURL(paper);
  saveMade(address, `三级安全教育卡-${whose}.pdf`);
  setTimeout(() => URL.revokeObjectURL(address), heldMs);
}

const Cards: NonNullable<PageOptions<typeof employee>['bulk']> = ({ selection: chosen, onDone }) => {
  const { message } = App.useApp();
  const ids = chosen.kind === 'all' ? [] : chosen.ids;
  const run = useMutation({
    mutationFn: () => saveCards(ids, `${ids.length}人`),
    onSuccess: () => {
      void message.success(`已生成 ${ids.length} 人的三级安全教育卡`);
      onDone();
    },
  });
  if (chosen.kind === 'all') return <span className="sub">教育卡请逐页勾选，一次最多 {maxCards} 人</span>;
  return (
    <Button type="primary" loading={run.isPending} disabled={ids.length === 0} onClick={() => run.mutate()}>
      生成三级教育卡
    </Button>
  );
};

const today = (key: string) => () => ({ [key]: dayOf(new Date()) });

export const Screen = resourcePage(employee, staffCalls, {
  ...page,
  columns: [
    title(),
    tag('status'),
    one('postKind', { width: 140 }),
    two('department', 'team', { width: 150 }),
    reveal('phone'),
    one('enterpriseId'),
    one('hiredOn', { extra: true }),
    one('userId'),
    reveal('idNo', { extra: true }),
  ],
  filters: [
    'postKind',
    filterOf<EmployeeFilter>()({
      name: 'department',
      label: '部门',
      control: (props) => <DepartmentFilter {...props} />,
    }),
    'status',
    'enterpriseId',
  ],
  form: {
    rows: [
      'enterpriseId',
      ['name', 'gender'],
      ['phone', 'employment'],
      ['department', 'team'],
      ['postKind', 'postName'],
      ['hiredOn', 'dutySignedOn'],
      ['idConsentOn', 'idNo'],
      ['injuryInsured', 'userId'],
      'dutyPapers',
    ],
    controls: { userId: AccountControl, department: DepartmentControl },
  },
  // Preset the date to today: most personnel changes take effect at once.
  moves: {
    start: { begin: today('statusOn') },
    pause: { begin: today('statusOn') },
    resume: { begin: today('statusOn') },
    retrain: { begin: today('statusOn') },
    leave: {
      begin: today('leftOn'),
      note: '离职后资料不能再修改，绑定的账号不再属于本企业，未办完的事项转给负责人。',
    },
  },
  summary: Staffing,
  bulk: Cards,
  mayBulk: () => hasPermit('bus:dailyeducation:index'),
  actions: (row, { edit, moves, remove }) => [
    ...moves,
    { key: 'certificates', label: '证件', to: `/bus/certificate/index?employeeId=${row.id}` },
    ...(hasPermit('bus:dailyeducation:index')
      ? [{ key: 'card', label: '三级教育卡', run: () => void saveCards([row.id], row.name) }]
      : []),
    ...edit,
    ...remove,
  ],
  removing: '删除只用于登记有误；人员离开企业请办理“离职”，记录会保留。',
  empty: '还没有登记从业人员。先登记主要负责人、安全管理人员和班组长，隐患才能派到人。',
});
