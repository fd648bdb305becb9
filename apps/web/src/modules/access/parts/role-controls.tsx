import { userType } from '@anlan/contract/modules/session/session';
import { useQuery } from '@tanstack/react-query';
import { Form, Radio } from 'antd';
import type { ControlField, ControlProps } from '#kit/controls.tsx';
import { optionsOf } from '#kit/resource.ts';
import { usePerson } from '#lib/current-user.ts';
import { DictSelect } from '#widgets/dict-select.tsx';
import { PlaceName } from '#widgets/region-name.tsx';
import { RegionPicks } from '#widgets/regions-select.tsx';
import { roleQuery } from '../calls.ts';

type Props = ControlProps & ControlField;

/** A platform administrator creates only roles of the platform, a tenant's administrator all other roles. */
export function UserTypeControl({ name: _name, spec: _spec, row: _row, value, onChange, ...rest }: Props) {
  const own = usePerson(({ info }) => info?.sysUser.type);
  const copyOf: unknown = Form.useWatch('copyOf', { form: Form.useFormInstance(), preserve: true });
  return (
    <DictSelect
      {...rest}
      type="userType"
      codes={userType}
      allowClear={false}
      // A copy keeps the user type of its source.
      disabled={Boolean(copyOf)}
      without={own === 'platform' ? ['regulator', 'enterprise', 'shop'] : ['platform']}
      value={typeof value === 'string' ? value : null}
      onChange={(next) => onChange?.(next)}
    />
  );
}

export function DataScopeControl({ name: _name, spec, row: _row, value, onChange, ...rest }: Props) {
  const isLimited = usePerson(({ info }) => info?.overseen != null);
  return (
    <Radio.Group
      {...rest}
      className="data-scopes"
      value={value}
      onChange={({ target }) => onChange?.(target.value)}
      options={optionsOf(spec).filter((one) => !(isLimited && one.value === 'all'))}
    />
  );
}

const codesOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
export const RegionsText = ({ value }: Pick<Props, 'value'>) => <PlaceName codes={codesOf(value)} />;

export const RegionsControl = ({ id, value, onChange }: Props) => (
  <RegionPicks {...(id === undefined ? {} : { id })} value={codesOf(value)} onChange={(codes) => onChange?.(codes)} />
);

export function CopyOfControl({ value }: Props) {
  const { data } = useQuery(roleQuery(String(value)));
  return data ? `“${data.roleName}”：新角色带有它的 ${data.permits} 项权限，之后可以单独调整。` : '　';
}
