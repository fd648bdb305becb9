import type { HazardSubstance } from '@anlan/contract/modules/hazard-source/resource';
import { Button, Input, InputNumber } from 'antd';
import type { ControlField, ControlProps } from '#kit/controls.tsx';
import './substances-editor.css';

type Typed = { [K in keyof HazardSubstance]: HazardSubstance[K] | null };
const fresh: Typed = { name: '', amountT: null, thresholdT: null, beta: 1 };
const numbers = [
  ['amountT', '最大存量', 't'],
  ['thresholdT', '临界量', 't'],
  ['beta', '系数 β', ''],
] as const;

/** The substances of a source: how much of each, its threshold and its factor; S is told while they are typed. */
export function SubstancesEditor({ value, onChange, id }: ControlProps & ControlField) {
  // The form holds what the declaration's schema says, or what is not finished yet.
  const rows = (Array.isArray(value) ? value : []) as Typed[];
  const put = (at: number, given: Partial<Typed>) =>
    onChange?.(rows.map((row, place) => (place === at ? { ...row, ...given } : row)));
  const ratio = rows.reduce(
    (sum, { amountT, thresholdT }) => sum + (amountT && thresholdT ? amountT / thresholdT : 0),
    0,
  );
  return (
    <div className="substances" id={id}>
      <ol>
        {rows.map((row, at) => (
          <li key={at}>
            <Input
              aria-label={`物质 ${at + 1} 名称`}
              placeholder="名称，如 氨"
              maxLength={60}
              value={row.name ?? ''}
              onChange={({ target }) => put(at, { name: target.value })}
            />
            {numbers.map(([key, label, unit]) => (
              <InputNumber
                key={key}
                aria-label={`物质 ${at + 1} ${label}`}
                placeholder={label}
                min={0}
                value={row[key]}
                {...(unit ? { suffix: unit } : {})}
                onChange={(next) => put(at, { [key]: next })}
              />
            ))}
            <Button
              type="text"
              danger
              aria-label={`移除物质 ${at + 1}`}
              onClick={() => onChange?.(rows.filter((_, place) => place !== at))}
            >
              移除
            </Button>
          </li>
        ))}
      </ol>
      <p>
        <Button type="link" size="small" disabled={rows.length >= 50} onClick={() => onChange?.([...rows, fresh])}>
          添加物质
        </Button>
        {rows.length > 0 && (
          <span className="sub">
            S = {ratio.toFixed(2)}，{ratio >= 1 ? '构成重大危险源' : '不构成重大危险源'}
          </span>
        )}
      </p>
    </div>
  );
}
