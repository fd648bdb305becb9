import type { Inspector } from '@anlan/contract/modules/inspection/resource';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useEffect, useRef } from 'react';
import { officers } from '#lib/shared-calls.ts';
import { NoneFound } from '#ui/none-found.tsx';

interface Props {
  enterpriseId: string | null | undefined;
  value?: readonly Inspector[] | undefined;
  onChange?: (chosen: Inspector[]) => void;
  withSelf?: boolean;
  id?: string;
  'aria-label'?: string;
}

/** Select for registered enforcement officers. Officers who may not act there today are listed with the reason. */
export function OfficerPicks({ enterpriseId, value = [], onChange, withSelf = false, ...rest }: Props) {
  const offered = useQuery({
    queryKey: ['officer', 'offered', enterpriseId],
    queryFn: ({ signal }) => officers.offered({ enterpriseId: enterpriseId ?? '' }, { signal, quiet: true }),
    enabled: Boolean(enterpriseId),
  });
  const { data = [] } = offered;
  const begun = useRef(!withSelf);
  useEffect(() => {
    const self = data.find(({ isSelf, problem }) => isSelf && problem === null);
    if (begun.current || !offered.isSuccess) return;
    begun.current = true;
    if (self && value.length === 0) onChange?.([{ name: self.name, paperNo: self.paperNo }]);
  }, [data, offered.isSuccess, onChange, value.length]);
  const nameOf = (paperNo: string) =>
    data.find((one) => one.paperNo === paperNo)?.name ?? value.find((one) => one.paperNo === paperNo)?.name ?? '';
  return (
    <Select<string[]>
      {...rest}
      mode="multiple"
      placeholder={enterpriseId ? '从名册中选择两名' : '请先选择企业'}
      disabled={!enterpriseId}
      loading={offered.isFetching}
      value={value.flatMap(({ paperNo }) => (paperNo ? [paperNo] : []))}
      onChange={(numbers) => onChange?.(numbers.map((paperNo) => ({ name: nameOf(paperNo), paperNo })))}
      showSearch={{ optionFilterProp: 'search' }}
      options={data.map(({ name, paperNo, problem }) => ({
        value: paperNo,
        label: `${name}（${paperNo}）`,
        search: `${name} ${paperNo}`,
        problem,
        disabled: problem !== null,
      }))}
      optionRender={({ label, data: { problem } }) => (
        <>
          {label}
          {problem && <small style={{ display: 'block', whiteSpace: 'normal' }}>{problem}</small>}
        </>
      )}
      notFoundContent={<NoneFound of={offered}>名册中没有执法人员，请管理员在“执法人员”中登记</NoneFound>}
    />
  );
}

export const twoOfficers = {
  required: true,
  type: 'array',
  min: 2,
  message: '请从名册中选择两名执法人员',
} as const;
