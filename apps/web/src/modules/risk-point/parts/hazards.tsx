import type { Hazard } from '@anlan/contract/modules/risk-point/hazards-controls';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import type { Control } from '#kit/controls.tsx';
import { Icon } from '#ui/icon.tsx';
import { library } from '../calls.ts';
import './form.css';

export const HazardsControl: Control = ({ id, value, onChange }) => {
  const { data } = useQuery(library);
  // The form value is untyped. The form schema guarantees an array.
  const all = (Array.isArray(value) ? value : []) as Hazard[];
  const change = (at: number, patch: Partial<Hazard>) =>
    onChange?.(all.map((one, place) => (place === at ? { ...one, ...patch } : one)));
  return (
    <div className="risk-list" id={id}>
      {all.map((one, at) => (
        // Hazards have no id, so their index is the React key.
        <fieldset key={at}>
          <legend>危险源 {at + 1}</legend>
          <div className="risk-line">
            <Input
              aria-label={`危险源 ${at + 1} 描述`}
              placeholder="如 滑块下行区域无防护时手部进入"
              maxLength={100}
              value={one.text}
              onChange={({ target }) => change(at, { text: target.value })}
            />
            <Button
              type="text"
              danger
              aria-label={`删除危险源 ${at + 1}`}
              icon={<Icon name="trash" size={16} />}
              onClick={() => onChange?.(all.filter((_, place) => place !== at))}
            />
          </div>
          <div className="risk-pair">
            <Select
              mode="multiple"
              aria-label={`危险源 ${at + 1} 可能事故`}
              placeholder="可能事故类型"
              maxTagCount="responsive"
              options={(data?.accidentTypes ?? []).map(({ code, label }) => ({ value: code, label }))}
              value={one.accidentTypes}
              onChange={(accidentTypes: string[]) => change(at, { accidentTypes })}
              showSearch={{ optionFilterProp: 'label' }}
            />
            <Select
              allowClear
              aria-label={`危险源 ${at + 1} 危险有害因素`}
              placeholder="危险有害因素"
              popupMatchSelectWidth={320}
              options={(data?.factors ?? []).map(({ code, label }) => ({
                value: code,
                label: `${code} ${label}`,
              }))}
              value={one.factor ?? null}
              onChange={(factor: string | undefined) => change(at, { factor: factor ?? null })}
              showSearch={{ optionFilterProp: 'label' }}
            />
          </div>
          <Input
            aria-label={`危险源 ${at + 1} 可能后果`}
            placeholder="可能后果（可不填）"
            maxLength={300}
            value={one.consequence ?? ''}
            onChange={({ target }) => change(at, { consequence: target.value || null })}
          />
        </fieldset>
      ))}
      <Button
        type="dashed"
        block
        icon={<Icon name="plus" size={16} />}
        onClick={() => onChange?.([...all, { text: '', accidentTypes: [] }])}
      >
        添加危险源
      </Button>
      {data && (
        <small className="risk-source">
          {data.accidentTypesOf}；{data.factorsOf}
        </small>
      )}
    </div>
  );
};
