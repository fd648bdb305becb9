import type { AdminItem } from '@anlan/contract/modules/dictionary/admin';
import { Button, Switch } from 'antd';
import { useState, type DragEvent } from 'react';
import { Icon } from '#ui/icon.tsx';
import { colorOf } from '../rules.ts';

interface Props {
  item: AdminItem;
  /** Whether the list contains items of this tenant and items of the platform. */
  mixed: boolean;
  /** Whether the item is the first or the last of its owner's items. null: the item cannot be moved. */
  place: { first: boolean; last: boolean } | null;
  busy: boolean;
  onMove: (by: -1 | 1) => void;
  onDrop: (id: string) => void;
  onSwitch: (enabled: boolean) => void;
  onEdit: () => void;
  onRemove: () => void;
}

const kind = 'application/x-anlan-dictionary-item';

export function ItemRow({ item, mixed, place, busy, onMove, onDrop, onSwitch, onEdit, onRemove }: Props) {
  const [over, setOver] = useState(false);
  const takes = (event: DragEvent) => place !== null && event.dataTransfer.types.includes(kind);
  const may = (ability: AdminItem['abilities'][number]) => item.abilities.includes(ability);
  return (
    // Dragging is a shortcut: the arrows do the same for the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={['dict-item', over ? 'over' : '', item.enabled ? '' : 'off'].join(' ')}
      draggable={place !== null}
      onDragStart={(event) => event.dataTransfer.setData(kind, item.id)}
      onDragOver={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (takes(event)) onDrop(event.dataTransfer.getData(kind));
      }}
    >
      {place === null ? (
        <span className="dict-moves" />
      ) : (
        <span className="dict-moves">
          <button
            type="button"
            aria-label={`上移“${item.label}”`}
            disabled={place.first || busy}
            onClick={() => onMove(-1)}
          >
            <Icon name="down" size={14} />
          </button>
          <button
            type="button"
            aria-label={`下移“${item.label}”`}
            disabled={place.last || busy}
            onClick={() => onMove(1)}
          >
            <Icon name="down" size={14} />
          </button>
        </span>
      )}
      <span className="dict-label">
        <span className={`tag tone-${colorOf(item.color) ?? 'grey'}`}>{item.label}</span>
      </span>
      <span className="dict-value num" title={item.value}>
        {item.value}
      </span>
      <span className="dict-about" title={item.description ?? ''}>
        {item.description}
      </span>
      <span className="dict-owner">{mixed && (item.own ? '本单位' : '平台')}</span>
      <span className="dict-acts">
        {may('switch') ? (
          <Switch
            size="small"
            checked={item.enabled}
            loading={busy}
            aria-label={`“${item.label}”可选用`}
            onChange={onSwitch}
          />
        ) : (
          !item.enabled && <span className="tag tone-grey">停用</span>
        )}
        {may('update') && (
          <Button type="link" size="small" aria-label={`编辑“${item.label}”`} onClick={onEdit}>
            编辑
          </Button>
        )}
        {may('remove') && (
          <Button type="link" size="small" danger aria-label={`删除“${item.label}”`} onClick={onRemove}>
            删除
          </Button>
        )}
      </span>
    </li>
  );
}
