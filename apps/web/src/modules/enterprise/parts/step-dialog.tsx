import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { enterpriseMoves, resumeChecks } from '@anlan/contract/modules/enterprise/lifecycle';
import { Checkbox, Radio } from 'antd';
import type { Control } from '#kit/controls.tsx';
import { MoveDialog, type MoveLook } from '#kit/move-dialog.tsx';
import { optionsOf, textOf } from '#kit/resource.ts';
import { hasPermit, useCurrentUser } from '#lib/current-user.ts';
import { DictSelect } from '#widgets/dict-select.tsx';
import { enterpriseSteps } from '../calls.ts';
import { today } from '../rules.ts';
import { controls } from './form-controls.tsx';
import './lifecycle.css';

export type Step = Exclude<keyof typeof enterpriseMoves, 'activate' | 'approve' | 'reject'>;

const hints: Readonly<Record<Step, string>> = {
  submit: '监管部门收到后会审核企业档案，审核期间仍可补充资料。',
  withdraw: '撤回后回到草稿，可以修改后再次提交。',
  suspend: '停产期间报表、培训和检查的期限暂停，隐患整改期限不变。',
  resume: '请逐项确认，全部确认后才能恢复。',
  close: '注销后档案只读，企业人员立即退出并不能再进入，记录会保留。',
  transfer: '行政区划与监管责任一并变更，原因会写入时间线。',
};

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

const begins: Readonly<Partial<Record<Step, () => Record<string, string>>>> = {
  suspend: () => ({ fromOn: today() }),
  close: () => ({ closedOn: today() }),
};

/** How the form of a step looks. Authorities and officers need the right to list organisations. */
export const stepLook = (step: Step): MoveLook & { begin: Record<string, string> } => ({
  begin: begins[step]?.() ?? {},
  note: <p className="sub">{hints[step]}</p>,
  without: hasPermit('sys:organ:index') ? [] : ['authorityId', 'officerId'],
  controls: {
    kind: SuspensionKind,
    checklist: Checks,
    authorityId: controls['authorityId'],
    ...(step === 'close' ? { reason: CloseReason } : {}),
  },
});

interface Props {
  row: Enterprise;
  step: Step;
  onClose: () => void;
  onDone?: () => void;
}

export const StepDialog = ({ row, step, onDone, onClose }: Props) => (
  <MoveDialog bound={enterpriseSteps} row={row} name={step} look={stepLook(step)} onMoved={onDone} onClose={onClose} />
);
