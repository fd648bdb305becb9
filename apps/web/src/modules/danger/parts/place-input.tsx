import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Input } from 'antd';
import { useContext } from 'react';
import type { Control } from '#kit/controls.tsx';
import { OwnerContext } from '#kit/modules.ts';
import { textOf } from '#kit/resource.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { dangerStart } from '../calls.ts';

/** Text of the place. Proposes the risk points of the enterprise. */
export const Place: Control = ({ name: _name, spec, row: _row, value, ...rest }) => {
  const enterpriseId = useContext(OwnerContext) ?? undefined;
  const isReady = useCurrentUser().sysUser.type === 'enterprise' || enterpriseId !== undefined;
  const { data } = useQuery({ ...dangerStart(enterpriseId), enabled: isReady });
  const texts = (data?.places ?? []).map(({ name, place }) => (place.includes(name) ? place : `${place} ${name}`));
  return (
    <AutoComplete
      {...rest}
      options={[...new Set(texts)].map((text) => ({ value: text }))}
      value={textOf(value)}
      onChange={(next: string) => rest.onChange?.(next)}
      showSearch={{ filterOption: (typed, option) => option?.value.includes(typed.trim()) === true }}
    >
      <Input {...(spec.max === undefined ? {} : { maxLength: spec.max })} />
    </AutoComplete>
  );
};
