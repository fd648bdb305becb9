import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { criteria } from '../calls.ts';

interface Props {
  value?: string | null | undefined;
  onChange?: (code: string | null) => void;
  id?: string;
  enterpriseId: string | undefined;
  'aria-label'?: string;
}

/** A select for the criterion of a major danger. Criteria for the industry of the enterprise come first. */
export function CriterionSelect({ value, onChange, enterpriseId, ...rest }: Props) {
  const { data, isFetching } = useQuery(criteria(enterpriseId));
  const selectedCriterion = data?.find(({ code }) => code === value);
  const trades = [...new Set((data ?? []).map(({ trade }) => trade))];
  return (
    <>
      <Select
        {...rest}
        allowClear
        loading={isFetching}
        placeholder="选择判定标准"
        value={value ?? null}
        options={trades.map((trade) => ({
          label: trade,
          options: (data ?? [])
            .filter((one) => one.trade === trade)
            .map(({ code, text }) => ({ value: code, label: text })),
        }))}
        onChange={(next: string | undefined) => onChange?.(next ?? null)}
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
}
