import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useContext } from 'react';
import type { Control } from '#kit/controls.tsx';
import { OwnerContext } from '#kit/modules.ts';
import { textOf } from '#kit/resource.ts';
import { criteria } from '../calls.ts';

/** A select for the criterion of a major danger. Criteria for the industry of the enterprise come first. */
export const Criterion: Control = ({ name: _name, spec: _spec, row: _row, value, ...rest }) => {
  const { data, isFetching } = useQuery(criteria(useContext(OwnerContext) ?? undefined));
  const selectedCriterion = data?.find(({ code }) => code === value);
  const trades = [...new Set((data ?? []).map(({ trade }) => trade))];
  return (
    <>
      <Select
        {...rest}
        allowClear
        loading={isFetching}
        placeholder="选择判定标准"
        value={textOf(value) || null}
        options={trades.map((trade) => ({
          label: trade,
          options: (data ?? [])
            .filter((one) => one.trade === trade)
            .map(({ code, text }) => ({ value: code, label: text })),
        }))}
        onChange={(next: string | undefined) => rest.onChange?.(next ?? null)}
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent="没有对应的条款，可在下面填写判定依据"
      />
      {selectedCriterion && (
        <small className="danger-clause">
          《{selectedCriterion.document}》{selectedCriterion.edition} {selectedCriterion.clause}
        </small>
      )}
    </>
  );
};
