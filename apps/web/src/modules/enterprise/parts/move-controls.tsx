import { resumeChecks } from '@anlan/contract/modules/enterprise/lifecycle';
import { Checkbox, Radio } from 'antd';
import type { Control } from '#kit/controls.tsx';
import { optionsOf, textOf } from '#kit/resource.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { DictSelect } from '#widgets/dict-select.tsx';
import { OfficerSelect } from '#widgets/officer-select.tsx';
import { OrganSelect } from '#widgets/organ-select.tsx';

export const OrganControl: Control = ({ name: _name, spec: _spec, row: _row, value, ...rest }) => (
  <OrganSelect {...rest} value={textOf(value) || null} />
);

// Only the authority orders a suspension.
export function SuspensionKind({ name: _name, spec: _spec, row: _row, value, ...rest }: Parameters<Control>[0]) {
  const without = useCurrentUser().sysUser.type === 'enterprise' ? ['ordered'] : [];
  return (
    <DictSelect {...rest} type="suspensionKind" showSearch={false} without={without} value={textOf(value) || null} />
  );
}
export const Checks: Control = ({ id, value, onChange }) => (
  <Checkbox.Group
    {...(id ? { id } : {})}
    className="step-checks"
    value={Array.isArray(value) ? value.map(String) : []}
    onChange={(checked) => onChange?.(checked)}
    options={Object.entries(resumeChecks).map(([key, label]) => ({ value: key, label }))}
  />
);
export const CloseReason: Control = ({ spec, value, onChange }) => (
  <Radio.Group options={optionsOf(spec)} value={value ?? null} onChange={({ target }) => onChange?.(target.value)} />
);
// The approver is responsible, unless the row names another officer.
export function Approver({ name: _name, spec: _spec, row, value, ...rest }: Parameters<Control>[0]) {
  const { nickName } = useCurrentUser().sysUser;
  const valueName = textOf(row?.['officerName']) || nickName;
  return <OfficerSelect {...rest} value={textOf(value) || null} valueName={valueName} />;
}
