import {
  controlLayers,
  cycleUnits,
  dayKinds,
  type ControlLayer,
  type Cycle,
  type CycleUnit,
  type LayerCycles,
  layerWords,
} from '@anlan/contract/modules/risk-point/check-cycle';
import { useQuery } from '@tanstack/react-query';
import { Button, InputNumber, Select } from 'antd';
import type { Control } from '#kit/controls.tsx';
import { textOf } from '#kit/resource.ts';
import { Icon } from '#ui/icon.tsx';
import { NoneFound } from '#ui/none-found.tsx';
import { offeredLists } from '../calls.ts';
import './form.css';

const units = Object.entries(cycleUnits).map(([value, label]) => ({ value: value as CycleUnit, label }));
const days = Object.entries(dayKinds).map(([value, label]) => ({ value: value as 'all' | 'workdays', label }));

export const CyclesControl: Control = ({ id, value, onChange }) => {
  // The form value is untyped. The form schema guarantees its shape.
  const own = (value ?? {}) as LayerCycles;
  const put = (layer: ControlLayer, next: Cycle | undefined) => {
    const all = { ...own, [layer]: next };
    if (next === undefined) delete all[layer];
    onChange?.(Object.keys(all).length === 0 ? null : all);
  };
  const free = controlLayers.filter((layer) => own[layer] === undefined);
  return (
    <div className="risk-list" id={id}>
      {controlLayers.map((layer) => {
        const cycle = own[layer];
        if (cycle === undefined) return null;
        const { every, unit, from, to, days: kind } = cycle;
        return (
          <div className="risk-cycle" key={layer} role="group" aria-label={`${layerWords[layer]}检查周期`}>
            <b>{layerWords[layer]}</b>
            <span>每</span>
            <InputNumber
              aria-label={`${layerWords[layer]} 间隔`}
              min={1}
              max={99}
              precision={0}
              value={every}
              onChange={(next) => put(layer, { ...cycle, every: next ?? 1 })}
            />
            <Select
              aria-label={`${layerWords[layer]} 单位`}
              options={units}
              value={unit}
              onChange={(next: CycleUnit) => put(layer, { every, unit: next })}
            />
            {unit === 'hour' && (
              <>
                <InputNumber
                  aria-label={`${layerWords[layer]} 开始时间`}
                  min={0}
                  max={23}
                  precision={0}
                  suffix="点"
                  value={from ?? 0}
                  onChange={(next) => put(layer, { ...cycle, from: next ?? 0 })}
                />
                <span>至</span>
                <InputNumber
                  aria-label={`${layerWords[layer]} 结束时间`}
                  min={1}
                  max={24}
                  precision={0}
                  suffix="点"
                  value={to ?? 24}
                  onChange={(next) => put(layer, { ...cycle, to: next ?? 24 })}
                />
              </>
            )}
            {(unit === 'hour' || unit === 'day') && (
              <Select
                aria-label={`${layerWords[layer]} 日期`}
                options={days}
                value={kind ?? 'all'}
                onChange={(next: 'all' | 'workdays') => put(layer, { ...cycle, days: next })}
              />
            )}
            <Button
              type="text"
              danger
              aria-label={`删除${layerWords[layer]}检查周期`}
              icon={<Icon name="trash" size={16} />}
              onClick={() => put(layer, undefined)}
            />
          </div>
        );
      })}
      {free.length > 0 && (
        <Select
          aria-label="为某一层级另定检查周期"
          placeholder="为某一层级另定检查周期"
          options={free.map((layer) => ({ value: layer, label: layerWords[layer] }))}
          value={null}
          onChange={(layer: ControlLayer) => put(layer, { every: 1, unit: 'day' })}
        />
      )}
    </div>
  );
};

export const ChecklistControl: Control = ({ name: _, spec: __, row, value, onChange, ...rest }) => {
  const listsQuery = useQuery(offeredLists(textOf(row?.['enterpriseId']) || undefined));
  return (
    <Select
      {...rest}
      allowClear
      placeholder="逐条检查管控措施"
      loading={listsQuery.isFetching}
      options={(listsQuery.data ?? []).map(({ id, name, items }) => ({
        value: id,
        label: `${name}（${items.length} 项）`,
      }))}
      value={textOf(value) || null}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
      notFoundContent={<NoneFound of={listsQuery}>还没有可用的检查表</NoneFound>}
    />
  );
};
