import { itemKinds, type CheckItem, type ItemKind } from '@anlan/contract/modules/checklist/check-item';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { useRef } from 'react';
import type { ControlField, ControlProps } from '#kit/controls.tsx';
import { Icon } from '#ui/icon.tsx';
import './items-editor.css';

const kinds = Object.entries(itemKinds).map(([value, label]) => ({ value: value as ItemKind, label }));
const without = <T,>(all: readonly T[], at: number): T[] => all.filter((_, place) => place !== at);
function freshKey(items: readonly CheckItem[]): string {
  const last = items.map(({ key }) => Number(/^i(\d+)$/.exec(key)?.[1] ?? 0));
  return `i${Math.max(0, ...last) + 1}`;
}

export function ItemsEditor({ value, onChange, id }: ControlProps & ControlField) {
  // The form value is untyped. The form schema guarantees an array of items.
  const items = (Array.isArray(value) ? value : []) as CheckItem[];
  const list = useRef<HTMLOListElement>(null);
  const put = (next: CheckItem[]) => onChange?.(next);
  const change = (at: number, patch: Partial<CheckItem>) =>
    put(items.map((item, place) => (place === at ? { ...item, ...patch } : item)));
  const focus = (at: number, what: string) =>
    requestAnimationFrame(() => list.current?.querySelectorAll('li')[at]?.querySelector<HTMLElement>(what)?.focus());
  const move = (at: number, by: -1 | 1) => {
    const to = at + by;
    const item = items[at];
    if (!item || to < 0 || to >= items.length) return;
    const next = without(items, at);
    next.splice(to, 0, item);
    put(next);
    focus(to, by < 0 ? '[data-move="up"]' : '[data-move="down"]');
  };
  const add = () => {
    put([...items, { key: freshKey(items), kind: 'judgement', text: '' }]);
    focus(items.length, 'textarea');
  };
  return (
    <div className="items" id={id}>
      <ol ref={list}>
        {items.map((item, at) => (
          <li key={item.key} aria-label={`第 ${at + 1} 项`}>
            <div className="items-head">
              <b>{at + 1}</b>
              <Select
                aria-label="检查方式"
                options={kinds}
                value={item.kind}
                onChange={(kind: ItemKind) => change(at, fitting(item, kind))}
              />
              <span className="items-acts">
                <Button
                  type="text"
                  data-move="up"
                  aria-label={`上移第 ${at + 1} 项`}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                >
                  上移
                </Button>
                <Button
                  type="text"
                  data-move="down"
                  aria-label={`下移第 ${at + 1} 项`}
                  disabled={at === items.length - 1}
                  onClick={() => move(at, 1)}
                >
                  下移
                </Button>
                <Button
                  type="text"
                  danger
                  aria-label={`删除第 ${at + 1} 项`}
                  icon={<Icon name="trash" size={16} />}
                  onClick={() => {
                    put(without(items, at));
                    focus(Math.max(0, at - 1), 'textarea');
                  }}
                />
              </span>
            </div>
            <Input.TextArea
              aria-label="检查内容"
              placeholder="检查内容，如 安全出口畅通"
              autoSize={{ minRows: 1, maxRows: 4 }}
              maxLength={200}
              value={item.text}
              onChange={({ target }) => change(at, { text: target.value })}
            />
            <Input
              aria-label="问题描述"
              placeholder="不符合时的问题描述，如 安全出口被堵塞"
              maxLength={200}
              value={item.fault ?? ''}
              onChange={({ target }) => change(at, { fault: target.value || null })}
            />
            <Input
              aria-label="条款"
              placeholder="法律依据，如 《安全生产法》第四十二条；没有时不能下发整改指令"
              maxLength={120}
              value={item.clause ?? ''}
              onChange={({ target }) => change(at, { clause: target.value || null })}
            />
            <Limits item={item} onChange={(patch) => change(at, patch)} />
          </li>
        ))}
      </ol>
      <Button type="dashed" block icon={<Icon name="plus" size={16} />} onClick={add}>
        添加检查项
      </Button>
    </div>
  );
}

/** Converts an item to another kind. Fields of the old kind are dropped. */
function fitting({ key, text, fault, clause, basis }: CheckItem, kind: ItemKind): CheckItem {
  const base = { key, text, fault: fault ?? null, clause: clause ?? null, basis: basis ?? null, kind };
  if (kind === 'number') return { ...base, min: 0, max: null, unit: null };
  if (kind === 'photo') return { ...base, photos: 1 };
  if (kind === 'choice')
    return {
      ...base,
      options: [
        { label: '完好', ok: true },
        { label: '损坏', ok: false },
      ],
    };
  return base;
}

function Limits({ item, onChange }: { item: CheckItem; onChange: (given: Partial<CheckItem>) => void }) {
  if (item.kind === 'number')
    return (
      <div className="items-limits">
        <InputNumber
          aria-label="下限"
          placeholder="下限"
          value={item.min ?? null}
          onChange={(min) => onChange({ min })}
        />
        <span>至</span>
        <InputNumber
          aria-label="上限"
          placeholder="上限"
          value={item.max ?? null}
          onChange={(max) => onChange({ max })}
        />
        <Input
          aria-label="单位"
          placeholder="单位"
          maxLength={12}
          value={item.unit ?? ''}
          onChange={({ target }) => onChange({ unit: target.value || null })}
        />
      </div>
    );
  if (item.kind === 'photo')
    return (
      <div className="items-limits">
        <span>至少</span>
        <InputNumber
          aria-label="至少几张"
          min={1}
          max={9}
          precision={0}
          value={item.photos ?? 1}
          onChange={(photos) => onChange({ photos: photos ?? 1 })}
        />
        <span>张</span>
      </div>
    );
  if (item.kind !== 'choice') return null;
  const options = item.options ?? [];
  const put = (at: number, patch: Partial<(typeof options)[number]>) =>
    onChange({ options: options.map((one, place) => (place === at ? { ...one, ...patch } : one)) });
  return (
    <div className="items-options">
      {options.map((one, at) => (
        // The options of an item have no id, so their index is the React key.
        <div key={at}>
          <Input
            aria-label={`选项 ${at + 1}`}
            maxLength={30}
            value={one.label}
            onChange={({ target }) => put(at, { label: target.value })}
          />
          <Checkbox checked={one.ok} onChange={({ target }) => put(at, { ok: target.checked })}>
            符合
          </Checkbox>
          <Button
            type="text"
            danger
            disabled={options.length <= 2}
            aria-label={`删除选项 ${at + 1}`}
            icon={<Icon name="close" size={14} />}
            onClick={() => onChange({ options: without(options, at) })}
          />
        </div>
      ))}
      {options.length < 8 && (
        <Button type="link" size="small" onClick={() => onChange({ options: [...options, { label: '', ok: false }] })}>
          添加选项
        </Button>
      )}
    </div>
  );
}
