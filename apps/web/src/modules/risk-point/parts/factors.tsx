import {
  factorsProblem,
  formulaOf,
  isScored,
  assessRisk,
  methods,
  defaultBands,
  type FactorKey,
  type FactorValues,
} from '@anlan/contract/modules/risk-point/risk-methods';
import { useQuery } from '@tanstack/react-query';
import { Form, InputNumber, Select } from 'antd';
import type { Control } from '#kit/controls.tsx';
import { textOf } from '#kit/resource.ts';
import { library } from '../calls.ts';
import { levels, levelWords, LevelMark } from '#widgets/risk-level/level.tsx';
import './form.css';

const levelOptions = levels.map((value) => ({
  value,
  label: `${levelWords[value].word}（${levelWords[value].color}）`,
}));

export const FactorsControl: Control = ({ id, value, onChange, spec }) => {
  const form = Form.useFormInstance();
  const method = textOf(Form.useWatch<unknown>('method', { form, preserve: true })) || 'LEC';
  const { data } = useQuery(library);
  // The form value is untyped. The form schema guarantees its shape.
  const values = (value ?? {}) as FactorValues;
  const put = (key: FactorKey | 'level', next: unknown) => onChange?.({ ...values, [key]: next ?? null });
  if (!isScored(method))
    return (
      <Select
        {...(id ? { id } : {})}
        aria-label={`${spec.label} 风险等级`}
        allowClear
        placeholder="请选择风险等级"
        options={levelOptions}
        value={values.level ?? null}
        onChange={(next: unknown) => put('level', next)}
      />
    );
  const { factors, isUnverified: uncertain } = methods[method];
  const bands = data?.bands ?? defaultBands;
  const result = assessRisk(method, values, bands);
  const formula = result ? formulaOf(method, values, result.score) : null;
  return (
    <div className="risk-factors" id={id}>
      {factors.map(({ key, label, values: factorOptions, most }) => (
        <label key={key}>
          <span>
            {key} {label}
          </span>
          {factorOptions ? (
            <Select
              aria-label={`${spec.label} ${key}`}
              allowClear
              placeholder="请选择"
              popupMatchSelectWidth={300}
              options={factorOptions.map(([one, words]) => ({ value: one, label: `${one}　${words}` }))}
              value={values[key] ?? null}
              onChange={(next: unknown) => put(key, next)}
            />
          ) : (
            <InputNumber
              aria-label={`${spec.label} ${key}`}
              placeholder={`0 – ${most ?? 10}`}
              min={0}
              max={most ?? 10}
              value={values[key] ?? null}
              onChange={(next) => put(key, next)}
            />
          )}
        </label>
      ))}
      <p className="risk-result" aria-live="polite">
        {result ? (
          <>
            {formula} <LevelMark level={result.level} whole />
          </>
        ) : (
          <span className="level-none">{factorsProblem(method, values)}</span>
        )}
        {uncertain && <small>该方法的分级尚未与官方文本核对</small>}
      </p>
    </div>
  );
};
