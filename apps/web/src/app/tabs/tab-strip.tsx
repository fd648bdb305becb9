import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import { DropMenu } from '#ui/drop-menu.tsx';
import { Icon } from '#ui/icon.tsx';
import { useUnsaved } from './dirty.ts';
import { addressOf, closable, type Tab } from './rules.ts';
import { useTabs } from './state.ts';
import { useClosing } from './use-closing.ts';
import './tab-strip.css';

const choices = [
  { key: 'others', label: '关闭其他' },
  { key: 'all', label: '关闭全部' },
];

/** The strip of open pages. */
export function TabStrip() {
  const navigate = useNavigate();
  const state = useTabs();
  const list = useRef<HTMLDivElement>(null);
  const go = (address: string) => void navigate(address);
  const closing = useClosing();
  const choose = (id: string) => (key: string) => (key === 'all' ? closing.all() : closing.others(id));

  useEffect(() => {
    const strip = list.current;
    const front = strip?.querySelector('.tab.on')?.getBoundingClientRect();
    if (!strip || !front) return;
    // Not scrollIntoView: it would also move the place where the Tab key begins.
    const { left, right } = strip.getBoundingClientRect();
    strip.scrollLeft += Math.min(0, front.left - left) + Math.max(0, front.right - right);
  }, [state.active]);

  const onKeyDown = (event: KeyboardEvent, tab: Tab, index: number) => {
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: state.tabs.length - 1 }[event.key];
    const other = next === undefined ? undefined : state.tabs[next];
    if (other) {
      event.preventDefault();
      focusTab(list, other);
      go(addressOf(other));
    } else if (event.key === 'Delete' && closable(state, tab.id)) {
      const left = state.tabs[index - 1];
      closing.one(tab.id);
      if (left) focusTab(list, left);
    }
  };

  return (
    <div className="tabs">
      <div className="tab-list" role="tablist" aria-label="页签" ref={list}>
        {state.tabs.map((tab, index) => (
          <DropMenu key={tab.id} trigger={['contextMenu']} within="#work" items={choices} onChoose={choose(tab.id)}>
            <div
              role="presentation"
              className={tab.id === state.active ? 'tab on' : 'tab'}
              onAuxClick={(event) => {
                if (event.button === 1 && closable(state, tab.id)) closing.one(tab.id);
              }}
            >
              <button
                type="button"
                role="tab"
                id={`tab-${tab.id}`}
                aria-selected={tab.id === state.active}
                aria-keyshortcuts={closable(state, tab.id) ? 'Delete' : undefined}
                tabIndex={tab.id === state.active ? 0 : -1}
                onClick={() => go(addressOf(tab))}
                onKeyDown={(event) => onKeyDown(event, tab, index)}
              >
                {tab.label}
              </button>
              {closable(state, tab.id) && (
                // The keyboard closes with Delete; a button inside the tab list would be no tab.
                <span className="tab-close" aria-hidden="true" title="关闭" onClick={() => closing.one(tab.id)}>
                  <Icon name="close" size={12} />
                </span>
              )}
            </div>
          </DropMenu>
        ))}
      </div>
      <div className="tabs-end">
        <Unsaved onGo={go} />
        <DropMenu
          trigger={['click']}
          within="#work"
          placement="bottomRight"
          items={choices}
          onChoose={choose(state.active)}
        >
          <button type="button" className="icon-btn small" aria-label="更多页签操作" aria-haspopup="menu">
            <Icon name="more" size={16} />
          </button>
        </DropMenu>
      </div>
    </div>
  );
}

const focusTab = (list: RefObject<HTMLDivElement | null>, { id }: Tab) =>
  list.current?.querySelector<HTMLElement>(`[id="tab-${CSS.escape(id)}"]`)?.focus();

// LY-12: the warning icon says which tabs hold input that is not saved.
function Unsaved({ onGo }: { onGo: (address: string) => void }) {
  const { tabs } = useTabs();
  const dirty = useUnsaved();
  const listed = tabs.filter(({ id }) => dirty.has(id));
  const items = listed.map((tab) => ({ key: tab.id, label: tab.label }));
  const title = listed.length === 0 ? '没有未保存的内容' : '以下页签有未保存的内容';
  return (
    <DropMenu
      trigger={['click']}
      within="#work"
      placement="bottomRight"
      items={[{ key: 'title', type: 'group', label: title, children: items }]}
      onChoose={(key) => {
        const tab = listed.find(({ id }) => id === key);
        if (tab) onGo(addressOf(tab));
      }}
    >
      <button
        type="button"
        className={listed.length > 0 ? 'icon-btn small warn' : 'icon-btn small'}
        aria-label={title}
        title={title}
        aria-haspopup="menu"
      >
        <Icon name="alert" size={16} />
      </button>
    </DropMenu>
  );
}
