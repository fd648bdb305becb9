import { userType, type UserType } from '@anlan/contract/modules/session/session';
import { userRow } from '@anlan/contract/modules/user/admin';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import type { ControlField, ControlProps } from '#kit/controls.tsx';
import { FieldControl } from '#kit/controls.tsx';
import { textOf, type AnyRow } from '#kit/resource.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { NoneFound } from '#ui/none-found.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import { EnterpriseName } from '#widgets/enterprise-select.tsx';
import { OrganName, OrganSelect } from '#widgets/organ-select.tsx';
import { roleChoices } from '../calls.ts';
import { typesOf } from '../rules.ts';
import { EnterprisesSelect } from './enterprises-select.tsx';

type Props = ControlProps & ControlField;

const kinds = [...typesOf('platform'), ...typesOf('regulator')];
const idsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
const useIsOneself = (row: AnyRow | null) => useCurrentUser().sysUser.id === row?.id;

function TypeControl({ name: _name, spec: _spec, row: _row, value, onChange, ...rest }: Props) {
  const offered = typesOf(useCurrentUser().sysUser.type);
  const form = Form.useFormInstance();
  return (
    <DictSelect<UserType>
      {...rest}
      type="userType"
      codes={userType}
      allowClear={false}
      without={Object.keys(userType).filter((kind) => !offered.some((one) => one === kind))}
      value={offered.find((one) => one === value) ?? null}
      onChange={(next) => {
        // Roles and enterprises of one type do not fit another type.
        form.setFieldsValue({ roleIds: [], enterpriseIds: [] });
        onChange?.(next);
      }}
    />
  );
}

function PhoneControl(props: Props) {
  if (!useIsOneself(props.row)) return <FieldControl {...props} />;
  return (
    <>
      <Input {...(props.id ? { id: props.id } : {})} disabled value={textOf(props.value)} />
      <small className="sub">更换自己的手机号码，请到“个人信息”</small>
    </>
  );
}

const OrganControl = ({ name: _name, spec: _spec, row: _row, value, onChange, ...rest }: Props) => (
  <OrganSelect {...rest} value={textOf(value) || null} onChange={(id) => onChange?.(id)} />
);

const enterprisesOf = (row: AnyRow | null) => z.safeParse(userRow.shape.enterprises, row?.['enterprises']).data ?? [];

const EnterprisesControl = ({ name: _name, spec: _spec, row, value, onChange, ...rest }: Props) => (
  <EnterprisesSelect {...rest} named={enterprisesOf(row)} value={idsOf(value)} onChange={(ids) => onChange?.(ids)} />
);

/** Select for the roles of the person's user type. Roles that the person at the screen may not give are disabled. */
function RolesControl({ name: _name, spec: _spec, row, value, onChange, ...rest }: Props) {
  const typed: UserType | undefined = Form.useWatch('type', { form: Form.useFormInstance(), preserve: true });
  const roles = useQuery(roleChoices(typed ?? kinds.find((kind) => kind === row?.['type'])));
  return (
    <Select
      {...rest}
      mode="multiple"
      placeholder="请选择"
      disabled={useIsOneself(row)}
      loading={roles.isFetching}
      notFoundContent={<NoneFound of={roles} />}
      optionFilterProp="label"
      options={(roles.data ?? []).map(({ id, roleName, givable }) => ({
        value: id,
        label: roleName,
        disabled: !givable,
      }))}
      value={idsOf(value)}
      onChange={(ids) => onChange?.(ids)}
    />
  );
}

export function RoleName({ id }: { id: string }) {
  const { data } = useQuery(roleChoices());
  return <>{data?.find((one) => one.id === id)?.roleName ?? '已选的一项'}</>;
}

const listed = (value: unknown, one: (id: string) => ReactNode) =>
  idsOf(value).map((id, at) => (
    <span key={id}>
      {at > 0 && '、'}
      {one(id)}
    </span>
  ));

export const controls = {
  type: TypeControl,
  phone: PhoneControl,
  organId: OrganControl,
  enterpriseIds: EnterprisesControl,
  roleIds: RolesControl,
};
export const texts = {
  organId: ({ value }: { value: unknown }) => <OrganName id={textOf(value)} />,
  enterpriseIds: ({ value, row }: { value: unknown; row: AnyRow }) =>
    listed(value, (id) => enterprisesOf(row).find((one) => one.id === id)?.name ?? <EnterpriseName id={id} />),
  roleIds: ({ value }: { value: unknown }) => listed(value, (id) => <RoleName id={id} />),
};
