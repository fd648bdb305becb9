import { App } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { DropMenu } from '#ui/drop-menu.tsx';
import { Icon } from '#ui/icon.tsx';
import { missingPath } from '../guard-rules.ts';
import { choicesOf } from './tab-menu-actions.ts';
import { useUnsaved } from './dirty.ts';
import { OneTab } from './one-tab.tsx';
import { addressOf, closable, move, tabsMax, type Tab } from './rules.ts';
import { changeTabs, useTabEvents, useTabs } from './state.ts';
import { useChoosing } from './use-closing.ts';
import { useScrolled } from './use-scrolled.ts';
import './tab-strip.css';

/** The tab strip: one tab for each open page (LY-09 to LY-12). */
export function TabStrip() {
  const navigate = useNavigate();
  const missing = useLocation().pathname === missingPath;
  const state = useTabs();
  const unsaved = useUnsaved();
  const list = useRef<HTMLDivElement>(null);
  const [menuTabId, setMenuTabId] = useState(state.active);
  const [dragged, setDragged] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const choose = useChoosing();
  const scrolled = useScrolled(
    list,
    state.tabs.find(({ id }) => id === state.active),
    state.tabs.length,
  );
  useDropped();

  const go = (tab: Tab | undefined) => tab && void navigate(addressOf(tab));
  const byId = (id: string) => state.tabs.find((tab) => tab.id === id);
  const put = (id: string, place: number) => {
    changeTabs((now) => move(now, id, place));
    const { tabs } = useTabs.getState();
    setAnnouncement(`“${byId(id)?.label}”移到第 ${tabs.findIndex((tab) => tab.id === id) + 1} 个`);
  };
  const focus = (tab: Tab | undefined) =>
    tab && list.current?.querySelector<HTMLElement>(`[id="tab-${CSS.escape(tab.id)}"]`)?.focus();

  const onKey = (tab: Tab, index: number) => (event: React.KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: index + 1,
      ArrowLeft: index - 1,
      Home: 0,
      End: state.tabs.length - 1,
    };
    const place = steps[event.key];
    if (event.altKey && event.shiftKey && place !== undefined) {
      event.preventDefault();
      put(tab.id, place);
    } else if (place !== undefined && state.tabs[place] && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      focus(state.tabs[place]);
      go(state.tabs[place]);
    } else if (event.key === 'Delete' && closable(state, tab.id)) {
      choose(tab.id, 'close');
      focus(state.tabs[index - 1]);
    }
  };

  return (
    <div className="tabs">
      {scrolled.over && <Turn way="left" onTurn={scrolled.turn} />}
      <DropMenu
        by="contextMenu"
        within="#work"
        items={choicesOf(state, menuTabId)}
        onChoose={(key) => choose(menuTabId, key)}
      >
        <div
          className={scrolled.over ? 'tab-list over' : 'tab-list'}
          role="tablist"
          aria-label="页签"
          ref={list}
          onContextMenuCapture={({ target }) => {
            const id = target instanceof Element ? target.closest('[data-tab]')?.getAttribute('data-tab') : null;
            setMenuTabId(id ?? state.active);
          }}
        >
          {state.tabs.map((tab, index) => (
            <OneTab
              key={tab.id}
              tab={tab}
              on={!missing && tab.id === state.active}
              reached={tab.id === state.active}
              closable={closable(state, tab.id)}
              unsaved={unsaved.has(tab.id)}
              movable={index > 0}
              dragged={dragged}
              onDrag={setDragged}
              onDropped={(id) => put(id, index)}
              onGo={() => go(tab)}
              onClose={() => choose(tab.id, 'close')}
              onKeyDown={onKey(tab, index)}
            />
          ))}
        </div>
      </DropMenu>
      {scrolled.over && <Turn way="right" onTurn={scrolled.turn} />}
      <div className="tabs-end">
        {scrolled.over && (
          <DropMenu
            within="#work"
            placement="bottomRight"
            items={state.tabs.map(({ id, label }) => ({ key: id, label, ...(id === state.active ? marked : {}) }))}
            onChoose={(key) => go(byId(key))}
          >
            <button type="button" className="icon-btn small" aria-label={`全部 ${state.tabs.length} 个页签`}>
              <Icon name="down" size={16} />
            </button>
          </DropMenu>
        )}
        <Unsaved listed={state.tabs.filter(({ id }) => unsaved.has(id))} onGo={(key) => go(byId(key))} />
        <DropMenu
          within="#work"
          placement="bottomRight"
          items={choicesOf(state, state.active)}
          onChoose={(key) => choose(state.active, key)}
        >
          <button type="button" className="icon-btn small" aria-label="更多页签操作">
            <Icon name="more" size={16} />
          </button>
        </DropMenu>
      </div>
      <span className="unseen" role="status">
        {announcement}
      </span>
    </div>
  );
}

const marked = { className: 'tab-marked' };

// A button that scrolls the strip, for mouse users only. With the keyboard, the arrow keys change the tab.
const Turn = ({ way, onTurn }: { way: 'left' | 'right'; onTurn: (by: 1 | -1) => void }) => (
  <span className="tab-turn" aria-hidden="true" onClick={() => onTurn(way === 'left' ? -1 : 1)}>
    <Icon name={way} size={14} />
  </span>
);

function useDropped() {
  const { message } = App.useApp();
  const dropped = useTabEvents((events) => events.dropped);
  useEffect(() => {
    if (dropped === null) return;
    // One message key: a newer message replaces the older one.
    void message.info({ key: 'tab-dropped', content: `页签最多 ${tabsMax} 个，已关闭最久未看的“${dropped}”` });
    useTabEvents.setState({ dropped: null });
  }, [dropped, message]);
}

// LY-12: a warning icon whose menu lists the tabs with unsaved input.
function Unsaved({ listed, onGo }: { listed: readonly Tab[]; onGo: (id: string) => void }) {
  const items = listed.map((tab) => ({ key: tab.id, label: tab.label }));
  const title = listed.length === 0 ? '没有未保存的内容' : '以下页签有未保存的内容';
  return (
    <DropMenu
      within="#work"
      placement="bottomRight"
      items={[{ key: 'title', type: 'group', label: title, children: items }]}
      onChoose={onGo}
    >
      <button
        type="button"
        className={listed.length > 0 ? 'icon-btn small warn' : 'icon-btn small'}
        aria-label={title}
        title={title}
      >
        <Icon name="alert" size={16} />
      </button>
    </DropMenu>
  );
}
