import { useState, type KeyboardEventHandler } from 'react';
import { Icon } from '#ui/icon.tsx';
import type { Tab } from './rules.ts';

interface Props {
  tab: Tab;
  on: boolean;
  reached: boolean;
  closable: boolean;
  unsaved: boolean;
  movable: boolean;
  dragged: string | null;
  onDrag: (id: string | null) => void;
  onDropped: (id: string) => void;
  onGo: () => void;
  onClose: () => void;
  onKeyDown: KeyboardEventHandler;
}

const keys = 'Alt+Shift+ArrowLeft Alt+Shift+ArrowRight';

export function OneTab({ tab, on, reached, closable, unsaved, movable, dragged, onDrag, ...props }: Props) {
  const [over, setOver] = useState(false);
  const takes = movable && dragged !== null && dragged !== tab.id;
  const pinned = tab.meta.pinned;
  const names = ['tab', on && 'on', pinned && 'pinned', unsaved && 'unsaved', over && takes && 'over'];
  return (
    <div
      role="presentation"
      data-tab={tab.id}
      className={names.filter(Boolean).join(' ')}
      draggable={movable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        onDrag(tab.id);
      }}
      onDragOver={(event) => {
        if (!takes) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDragEnd={() => onDrag(null)}
      onDrop={() => {
        if (takes) props.onDropped(dragged);
        setOver(false);
        onDrag(null);
      }}
      // A middle click closes the tab; this prevents the browser's scroll mode.
      onMouseDown={(event) => event.button === 1 && event.preventDefault()}
      onAuxClick={(event) => event.button === 1 && closable && props.onClose()}
    >
      <button
        type="button"
        role="tab"
        id={`tab-${tab.id}`}
        aria-selected={on}
        aria-keyshortcuts={movable ? `${keys}${closable ? ' Delete' : ''}` : undefined}
        tabIndex={reached ? 0 : -1}
        title={unsaved ? `${tab.label}（有未保存的内容）` : tab.label}
        onClick={props.onGo}
        onKeyDown={props.onKeyDown}
      >
        {pinned && <Icon name="pin" size={12} />}
        {tab.label}
      </button>
      {closable && (
        // For mouse users only: a button is not allowed inside a tab list. With the keyboard, Delete closes a tab.
        <span className="tab-close" aria-hidden="true" title="关闭" onClick={props.onClose}>
          <Icon name="close" size={12} />
        </span>
      )}
    </div>
  );
}
