import { layerWords } from '@anlan/contract/modules/risk-point/cycle';
import { controlKinds, type Control as Measure, type ControlKind } from '@anlan/contract/modules/risk-point/measures';
import { Button, Input, Select } from 'antd';
import type { Control } from '#kit/controls.tsx';
import { Icon } from '#ui/icon.tsx';
import './form.css';

const kinds = Object.entries(controlKinds).map(([value, label]) => ({ value: value as ControlKind, label }));
const layers = Object.entries(layerWords).map(([value, label]) => ({ value, label }));

/** The controls of a point, each with its kind and the layer that sees to it. */
export const ControlsControl: Control = ({ id, value, onChange }) => {
  // The form holds what the declaration's schema says.
  const all = (Array.isArray(value) ? value : []) as Measure[];
  const change = (at: number, given: Partial<Measure>) =>
    onChange?.(all.map((one, place) => (place === at ? { ...one, ...given } : one)));
  return (
    <div className="risk-list" id={id}>
      {all.map((one, at) => (
        // Entries have no key of their own, and their place is what tells them apart.
        <div className="risk-control" key={at}>
          <Select
            aria-label={`管控措施 ${at + 1} 类别`}
            options={kinds}
            value={one.kind}
            onChange={(kind: ControlKind) => change(at, { kind })}
          />
          <Select
            aria-label={`管控措施 ${at + 1} 层级`}
            allowClear
            placeholder="同风险点"
            options={layers}
            value={one.layer ?? null}
            onChange={(layer: string | undefined) => change(at, { layer: (layer as Measure['layer']) ?? null })}
          />
          <Button
            type="text"
            danger
            aria-label={`删除管控措施 ${at + 1}`}
            icon={<Icon name="trash" size={16} />}
            onClick={() => onChange?.(all.filter((_, place) => place !== at))}
          />
          <Input.TextArea
            aria-label={`管控措施 ${at + 1} 内容`}
            placeholder="如 双手按钮与光电保护联锁，任一失效即停机"
            autoSize={{ minRows: 1, maxRows: 4 }}
            maxLength={300}
            value={one.text}
            onChange={({ target }) => change(at, { text: target.value })}
          />
        </div>
      ))}
      <Button
        type="dashed"
        block
        icon={<Icon name="plus" size={16} />}
        onClick={() => onChange?.([...all, { kind: all.length === 0 ? 'engineering' : 'management', text: '' }])}
      >
        添加管控措施
      </Button>
    </div>
  );
};
