import type { KeyboardEvent } from 'react';
import { Icon, type IconName } from '#ui/icon.tsx';

export interface PaletteRow {
  key: string;
  icon: IconName;
  label: string;
  note: string;
  run: () => void;
}

export interface Group {
  key: string;
  title: string;
  rows: PaletteRow[];
}

interface Props {
  groups: readonly Group[];
  activeIndex: number;
  onPoint: (index: number) => void;
  onChoose: (row: PaletteRow) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export function PaletteList({ groups, activeIndex: chosen, onPoint, onChoose, onKeyDown }: Props) {
  const before = groups.map((_, at) => groups.slice(0, at).reduce((sum, { rows }) => sum + rows.length, 0));
  return (
    <div id="palette-list" role="listbox" aria-label="搜索结果" className="palette-list" hidden={groups.length === 0}>
      {groups.map(({ key, title, rows }, at) => (
        <div key={key} role="group" aria-labelledby={`palette-of-${key}`}>
          <div id={`palette-of-${key}`} className="palette-title" role="presentation">
            {title}
          </div>
          {rows.map((row, index) => {
            const mine = (before[at] ?? 0) + index;
            return (
              <div
                key={row.key}
                id={`palette-${mine}`}
                role="option"
                tabIndex={-1}
                aria-selected={mine === chosen}
                className="palette-row"
                onPointerMove={() => onPoint(mine)}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(row)}
                onKeyDown={onKeyDown}
              >
                <Icon name={row.icon} size={16} />
                <span>{row.label}</span>
                <small>{row.note}</small>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
