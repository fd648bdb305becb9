import { resumeChecks } from '@anlan/contract/modules/enterprise/lifecycle';
import { Checkbox, Radio } from 'antd';
import type { Control } from '#kit/controls.tsx';
import type { MoveLook } from '#kit/move-dialog.tsx';
import { optionsOf, textOf, type AnyRow } from '#kit/resource.ts';
import { hasPermit, useCurrentUser, usePerson } from '#lib/current-user.ts';
import { DictSelect } from '#widgets/dict-select.tsx';
import { OfficerSelect } from '#widgets/officer-select.tsx';
import { today } from '../rules.ts';
import { controls } from './form-controls.tsx';
import './lifecycle.css';

// Only the authority orders a suspension.
function SuspensionKind({ name: _name, spec: _spec, row: _row, value, ...rest }: Parameters<Control>[0]) {
  const without = useCurrentUser().sysUser.type === 'enterprise' ? ['ordered'] : [];
  return (
    <DictSelect {...rest} type="suspensionKind" showSearch={false} without={without} value={textOf(value) || null} />
  );
}
const Checks: Control = ({ id, value, onChange }) => (
  <Checkbox.Group
    {...(id ? { id } : {})}
    className="step-checks"
    value={Array.isArray(value) ? value.map(String) : []}
    onChange={(checked) => onChange?.(checked)}
    options={Object.entries(resumeChecks).map(([key, label]) => ({ value: key, label }))}
  />
);
const CloseReason: Control = ({ spec, value, onChange }) => (
  <Radio.Group options={optionsOf(spec)} value={value ?? null} onChange={({ target }) => onChange?.(target.value)} />
);
// The approver is responsible, unless the row names another officer.
function Approver({ name: _name, spec: _spec, row, value, ...rest }: Parameters<Control>[0]) {
  const { nickName } = useCurrentUser().sysUser;
  const valueName = textOf(row?.['officerName']) || nickName;
  return <OfficerSelect {...rest} value={textOf(value) || null} valueName={valueName} />;
}

const hint = (text: string) => <p className="sub">{text}</p>;

/** Notes, first values and controls of the steps. */
export const moveLooks = {
  submit: { note: hint('监管部门收到后会审核企业档案，审核期间仍可补充资料。') },
  withdraw: { note: hint('撤回后回到草稿，可以修改后再次提交。') },
  approve: {
    begin: (row: AnyRow) => ({
      officerId: row['officerId'] ?? usePerson.getState().info?.sysUser.id ?? null,
    }),
    alone: ['officerId'],
    controls: { officerId: Approver },
    atOnce: true,
  },
  reject: { note: hint('企业会看到驳回原因，可以修改后重新提交。') },
  suspend: {
    begin: () => ({ fromOn: today() }),
    note: hint('停产期间报表、培训和检查的期限暂停，隐患整改期限不变。'),
    controls: { kind: SuspensionKind },
  },
  resume: { note: hint('请逐项确认，全部确认后才能恢复。'), controls: { checklist: Checks } },
  transfer: {
    note: hint('行政区划与监管责任一并变更，原因会写入时间线。'),
    // Authorities and officers need the right to list organisations.
    get without() {
      return hasPermit('sys:organ:index') ? [] : ['authorityId', 'officerId'];
    },
    controls: { authorityId: controls['authorityId'] },
  },
  close: {
    begin: () => ({ closedOn: today() }),
    note: hint('注销后档案只读，企业人员立即退出并不能再进入，记录会保留。'),
    controls: { reason: CloseReason },
  },
} satisfies Record<string, MoveLook>;
