import { isMaskedPhone } from '@anlan/contract/domain/phone';
import { userType, type UserType } from '@anlan/contract/modules/session/session';
import type { UserRow } from '@anlan/contract/modules/user/admin';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { useHolds, useWho } from '#lib/person.ts';
import { SaveProblem } from '#ui/form/save-problem.tsx';
import type { Save } from '#ui/form/use-saving.ts';
import { NoneFound } from '#ui/none-found.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import { OrganSelect } from '#widgets/organ-select.tsx';
import { roleChoices } from '../calls.ts';
import { fieldProblem, typesOf, type FormValues, type UserField } from '../rules.ts';
import { EnterprisesSelect } from './enterprises-select.tsx';

const fields: readonly UserField[] = [
  'username',
  'nickName',
  'phone',
  'email',
  'type',
  'organId',
  'roleIds',
  'enterpriseIds',
];

interface FieldProps {
  name: UserField;
  label: string;
  isNew: boolean;
  children: ReactNode;
  required?: boolean;
  all?: boolean;
  extra?: ReactNode;
}
const Field = ({ name, label, isNew, children, required = false, all = false, extra }: FieldProps) => (
  <Form.Item
    name={name}
    label={label}
    className={all ? 'user-all' : ''}
    required={required}
    extra={extra}
    validateTrigger="onBlur"
    rules={[
      {
        validator: async (_rule: unknown, value: unknown) => {
          const problem = fieldProblem(name, value, isNew);
          if (problem) throw new Error(problem);
        },
      },
    ]}
  >
    {children}
  </Form.Item>
);

interface Props {
  form: FormInstance<FormValues>;
  initial: FormValues;
  row: UserRow | null;
  own: UserType;
  staff: boolean;
  save: Save<UserRow>;
  onTyped: (change: FormValues) => void;
}

/** A person to fill in, checked by the contract's own schema. */
export function UserForm({ form, initial, row, own, staff, save, onTyped }: Props) {
  const who = useWho();
  const organs = useHolds('sys:organ:index');
  const isNew = row === null;
  const type = Form.useWatch('type', form) ?? initial.type ?? own;
  const phone: unknown = Form.useWatch('phone', form);
  const masked = typeof phone === 'string' && isMaskedPhone(phone);
  const roles = useQuery(roleChoices(type));
  const oneself = row?.id === who.sysUser.id;
  return (
    <Form<FormValues>
      form={form}
      className="user-form"
      layout="vertical"
      initialValues={initial}
      scrollToFirstError={{ block: 'center', focus: true }}
      onValuesChange={(values: FormValues) => {
        if (values.type !== undefined) form.setFieldsValue({ roleIds: [], enterpriseIds: [] });
        const again = fields.filter((name) => name in values && form.getFieldError(name).length > 0);
        if (again.length > 0) void form.validateFields(again).catch(() => undefined);
        onTyped(values);
      }}
      onFinish={save.submit}
    >
      <SaveProblem
        save={save}
        describe={({ nickName, phone: now, roleList }) =>
          `现在是：${nickName}，${now ?? '没有手机号码'}，${roleList.map(({ name }) => name).join('、') || '没有角色'}`
        }
      />
      <div>
        <Field
          name="username"
          label="用户名"
          isNew={isNew}
          required={isNew}
          extra={isNew ? '4 至 32 位小写字母、数字或 . _ -，以字母开头，确定后不能修改' : undefined}
          all={isNew}
        >
          <Input maxLength={32} autoComplete="off" disabled={!isNew} spellCheck={false} />
        </Field>
        <Field name="nickName" label="姓名" isNew={isNew} required>
          <Input maxLength={32} autoComplete="off" />
        </Field>
        {oneself ? (
          <Form.Item name="phone" label="手机号码" extra="更换自己的手机号码，请到“个人信息”">
            <Input disabled placeholder="没有手机号码" />
          </Form.Item>
        ) : (
          <Field
            name="phone"
            label="手机号码"
            isNew={isNew}
            required
            extra={masked ? '中间四位已隐藏，不修改则保持原号码' : undefined}
          >
            <Input inputMode="tel" maxLength={20} autoComplete="off" />
          </Field>
        )}
        <Field name="email" label="邮箱" isNew={isNew} all={isNew}>
          <Input inputMode="email" maxLength={100} autoComplete="off" />
        </Field>
        {isNew && !staff && typesOf(own).length > 1 && (
          <Field name="type" label="用户类型" isNew required>
            <DictSelect<UserType>
              type="userType"
              codes={userType}
              allowClear={false}
              without={Object.keys(userType).filter((kind) => !typesOf(own).some((one) => one === kind))}
            />
          </Field>
        )}
        {organs && type !== 'enterprise' && (
          <Field name="organId" label="机构" isNew={isNew}>
            <OrganSelect placeholder="请选择" />
          </Field>
        )}
        {type === 'enterprise' && own !== 'enterprise' && (
          <Field name="enterpriseIds" label="所属企业" isNew={isNew} all>
            <EnterprisesSelect known={row?.enterprises ?? []} />
          </Field>
        )}
        <Field
          name="roleIds"
          label="角色"
          isNew={isNew}
          all
          extra={oneself ? '不能修改自己的角色' : '灰色的角色含有您没有的权限，不能授予或收回'}
        >
          <Select
            mode="multiple"
            placeholder="请选择"
            disabled={oneself}
            loading={roles.isFetching}
            notFoundContent={<NoneFound of={roles} />}
            optionFilterProp="label"
            options={(roles.data ?? []).map(({ id, roleName, givable }) => ({
              value: id,
              label: roleName,
              disabled: !givable,
            }))}
          />
        </Field>
      </div>
    </Form>
  );
}
