import { useState, type KeyboardEventHandler } from 'react';
import { Icon } from '#ui/icon.tsx';
import type { Tab } from './rules.ts';

interface Props {
  tab: Tab;
  /** Its page shows. */
  on: boolean;
  /** The Tab key comes to it. */
  reached: boolean;
  closable: boolean;
  unsaved: boolean;
  movable: boolean;
  /** The tab that is being dragged, or null. */
  dragged: string | null;
  onDrag: (id: string | null) => void;
  /** Another tab was dropped here. */
  onDropped: (id: string) => void;
  onGo: () => void;
  onClose: () => void;
  onKeyDown: KeyboardEventHandler;
}

const keys = 'Alt+Shift+ArrowLeft Alt+Shift+ArrowRight';

/** A tab of the strip. */
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
      // Or the browser would begin to scroll by itself.
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
        // The keyboard closes with Delete; a button inside the tab list would be no tab.
        <span className="tab-close" aria-hidden="true" title="关闭" onClick={props.onClose}>
          <Icon name="close" size={12} />
        </span>
      )}
    </div>
  );
}
