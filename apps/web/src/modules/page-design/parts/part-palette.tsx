import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { partGroups } from '@anlan/contract/modules/page-design/part';
import { kindOf, partTypes, type PartType } from '@anlan/contract/modules/page-design/parts';
import { Input, type InputRef } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Icon, isIconName } from '#ui/icon.tsx';
import { useDesigner } from '../state.ts';

/** Pinyin initials of the part types, searchable without an input method. */
const initials: Readonly<Record<PartType, string>> = {
  search: 'ssk',
  banner: 'lbt',
  image: 'tp',
  hotZones: 'rqt',
  title: 'bt',
  text: 'wz',
  richText: 'fwb',
  film: 'sp',
  questions: 'cjwt',
  divider: 'fgx',
  spacer: 'lb',
  shopHead: 'dpt',
  goodsList: 'splb',
  goodsGroup: 'spfz',
  shopList: 'dplb',
  announcements: 'gg',
  courses: 'kc',
  contact: 'lxfs',
  grid: 'ggcd',
  notice: 'ggl',
  tabBar: 'dbdh',
  floatButton: 'xfan',
  button: 'an',
  columns: 'fl',
  box: 'fzk',
};

export function Palette() {
  const [word, setWord] = useState('');
  const searchText = word.trim().toLowerCase();
  const fits = (type: PartType) =>
    searchText === '' || kindOf(type).label.includes(searchText) || initials[type].startsWith(searchText);
  const { acts, store } = useDesigner();
  const input = useRef<InputRef>(null);
  // If the page is empty, focus the search field of the palette.
  useEffect(() => {
    if (store.getState().doc.parts.length === 0) input.current?.focus({ preventScroll: true });
  }, [store]);
  const first = partTypes.find(fits);
  // Arrow keys move the focus between the buttons. Tab reaches only one of them.
  function onKey(event: KeyboardEvent<HTMLDivElement>) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + by];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  }
  return (
    <section className="pd-palette" aria-label="组件">
      <Input
        allowClear
        ref={input}
        aria-label="找组件"
        placeholder="找组件，回车添加"
        prefix={<Icon name="search" size={16} />}
        value={word}
        onChange={({ target }) => setWord(target.value)}
        onPressEnter={() => {
          if (first && acts.add(first)) setWord('');
        }}
      />
      <h2 className="unseen">组件</h2>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div role="toolbar" aria-label="添加组件" aria-orientation="vertical" onKeyDown={onKey}>
        {partGroups.map((group) => {
          const types = partTypes.filter((type) => kindOf(type).group === group && fits(type));
          return (
            types.length > 0 && (
              <div key={group} role="group" aria-label={group}>
                <h3>{group}</h3>
                <div className="pd-kinds">
                  {types.map((type) => (
                    <Kind key={type} type={type} reached={type === first} />
                  ))}
                </div>
              </div>
            )
          );
        })}
      </div>
      {first === undefined && <p className="pd-hint">没有这种组件</p>}
    </section>
  );
}

function Kind({ type, reached }: { type: PartType; reached: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const { acts } = useDesigner();
  const { label, icon } = kindOf(type);
  useEffect(
    () => (button.current ? draggable({ element: button.current, getInitialData: () => ({ kind: type }) }) : undefined),
    [type],
  );
  return (
    <button ref={button} type="button" tabIndex={reached ? 0 : -1} onClick={() => acts.add(type)}>
      <Icon name={isIconName(icon) ? icon : 'card'} size={18} />
      {label}
    </button>
  );
}
