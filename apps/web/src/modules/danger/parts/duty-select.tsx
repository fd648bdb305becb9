import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useContext } from 'react';
import type { Control } from '#kit/controls.tsx';
import { OwnerContext } from '#kit/modules.ts';
import { textOf } from '#kit/resource.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { itemOf, useDictionary } from '#widgets/dictionary.ts';
import { dangerStart } from '../calls.ts';

/** Selects the person of the enterprise who rectifies the danger. */
export const Duty: Control = ({ name: _name, spec: _spec, row: _row, value, ...rest }) => {
  const enterpriseId = useContext(OwnerContext) ?? undefined;
  const isReady = useCurrentUser().sysUser.type === 'enterprise' || enterpriseId !== undefined;
  const { data, isFetching } = useQuery({ ...dangerStart(enterpriseId), enabled: isReady });
  const { items } = useDictionary('postKind');
  const options = (data?.people ?? []).map(({ id, name, post, department, letters }) => ({
    value: id,
    label: [name, itemOf(items, post)?.label, department].filter(Boolean).join(' · '),
    letters,
  }));
  return (
    <Select
      {...rest}
      allowClear
      placeholder="主要负责人"
      loading={isFetching}
      options={options}
      value={textOf(value) || null}
      onChange={(next: string | undefined) => rest.onChange?.(next ?? null)}
      showSearch={{
        filterOption: (typed, option) =>
          option?.label.includes(typed) === true || option?.letters.includes(typed.toLowerCase()) === true,
      }}
      notFoundContent={options.length === 0 ? '没有在岗人员，先登记从业人员' : '没有找到这个人'}
    />
  );
};
