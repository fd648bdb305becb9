import { staffCalls } from '@anlan/contract/modules/staff/calls';
import { employee, type EmployeeFilter } from '@anlan/contract/modules/staff/resource';
import { one, reveal, tag, title, two } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { filterOf } from '#ui/list/list-filters.tsx';
import { AccountControl, DepartmentControl, DepartmentFilter } from './controls.tsx';
import { page } from './index.ts';

/** 人员与证书: the people who work for one's own enterprise, or for those that one oversees. */
export const Screen = resourcePage(employee, staffCalls, {
  ...page,
  columns: [
    title(),
    tag('status'),
    tag('postKind'),
    two('department', 'team'),
    reveal('phone'),
    one('enterpriseId'),
    one('hiredOn'),
    one('userId'),
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
      ['injuryInsured', 'userId'],
    ],
    controls: { userId: AccountControl, department: DepartmentControl },
  },
  open: 'details',
  removing: '删除只用于登记有误；人员离开企业请办理“离职”，记录会保留。',
  empty: '还没有登记从业人员。先登记主要负责人、安全管理人员和班组长，隐患才能派到人。',
});
