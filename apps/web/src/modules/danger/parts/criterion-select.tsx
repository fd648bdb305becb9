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

/** Chooses the criterion by which a danger is a major one; those of the enterprise's trade stand first. */
export function CriterionSelect({ value, onChange, enterpriseId, ...rest }: Props) {
  const { data, isFetching } = useQuery(criteria(enterpriseId));
  const chosen = data?.find(({ code }) => code === value);
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
      {chosen && (
        <small className="danger-clause">
          《{chosen.document}》{chosen.edition} {chosen.clause}
          {!chosen.certain && '（条款待核对原文）'}
        </small>
      )}
    </>
  );
}
