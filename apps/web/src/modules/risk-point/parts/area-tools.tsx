import type { PlanArea } from '@anlan/contract/modules/risk-point/hazards-controls';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { freshAreaKey, type Spot } from '../floor-plan-rules.ts';

interface ToolProps {
  areas: readonly PlanArea[];
  drawing: readonly Spot[] | null;
  onDraw: (corners: readonly Spot[] | null) => void;
  onClose: (name: string) => void;
  onChange: (areas: PlanArea[]) => void;
}
/** Tools to draw areas corner by corner. A button adds a rectangle instead, for keyboard users. */
export function AreaTools({ areas, drawing, onDraw, onClose, onChange }: ToolProps) {
  const [name, setName] = useState('');
  if (drawing === null)
    return (
      <div className="plan-tools">
        拖动标记，或选中后用方向键移动（按住 Shift 移得更远）
        <Button size="small" onClick={() => onDraw([])}>
          画区域
        </Button>
        <Button
          size="small"
          onClick={() =>
            onChange([
              ...areas,
              {
                key: freshAreaKey(areas),
                name: `区域 ${areas.length + 1}`,
                corners: [
                  { x: 0.35, y: 0.35 },
                  { x: 0.65, y: 0.35 },
                  { x: 0.65, y: 0.65 },
                  { x: 0.35, y: 0.65 },
                ],
              },
            ])
          }
        >
          加矩形区域
        </Button>
        {areas.map((area) => (
          <Button
            key={area.key}
            size="small"
            type="text"
            danger
            onClick={() => onChange(areas.filter(({ key }) => key !== area.key))}
          >
            删除 {area.name}
          </Button>
        ))}
      </div>
    );
  return (
    <div className="plan-tools">
      依次点出各个角（已有 {drawing.length} 个）
      <Input
        aria-label="区域名称"
        placeholder="区域名称"
        maxLength={30}
        style={{ width: 160 }}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button
        size="small"
        type="primary"
        disabled={drawing.length < 3 || name.trim() === ''}
        onClick={() => {
          onClose(name.trim());
          setName('');
        }}
      >
        完成区域
      </Button>
      <Button size="small" onClick={() => onDraw(null)}>
        取消
      </Button>
    </div>
  );
}
