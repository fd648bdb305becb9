import { useMemo, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { restoresState } from '#lib/tab-navigation-state.ts';
import { Icon, isIconName } from '#ui/icon.tsx';
import { destinationOf } from '../resolve.ts';
import { useMenu } from '../use-menu.ts';
import type { DialogProps } from '../dialogs/registry.ts';
import { Overlay } from '../dialogs/overlay.tsx';
import { PaletteList, type Group, type PaletteRow } from './palette-list.tsx';
import { useRecent } from './recent.ts';
import { useFound, useSettled } from './find-records.ts';
import { placesOf } from './places.ts';
import { searchLabel, useKinds } from './records.ts';
import { bestOf, nextIndex, worthAsking } from './rules.ts';
import { useActions } from './use-actions.ts';
import './palette.css';

const most = { recent: 6, pages: 8, actions: 6 };

/** The dialog 搜索 (Ctrl K): finds pages, actions and records by name. */
export function Dialog({ onClose }: DialogProps) {
  const navigate = useNavigate();
  const menu = useMenu();
  const places = useMemo(() => placesOf(menu), [menu]);
  const recent = useRecent(({ pages }) => pages);
  const actions = useActions();
  const kinds = useKinds(places);
  const says = searchLabel(kinds, '操作');
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const keyword = useSettled(text.trim());
  const searched = useFound(kinds, keyword);

  const empty = text.trim() === '';
  const asks = !empty && worthAsking(text);
  const waiting =
    asks && searched.length > 0 && (keyword !== text.trim() || searched.some(({ found: hits }) => hits.isFetching));
  const failed = asks ? searched.filter(({ found: hits }) => hits.isError) : [];

  const to = (address: string, state?: typeof restoresState) => () => {
    void navigate(address, { state });
    document.getElementById('work')?.focus();
  };
  const pageRow = (place: (typeof places)[number]): PaletteRow => ({
    key: place.to,
    icon: isIconName(place.icon) ? place.icon : 'file',
    label: place.label,
    note: place.above.join(' / '),
    run: to(place.to, restoresState),
  });
  const opened = recent.slice(1).flatMap(({ to: address, label }): PaletteRow[] => {
    const { pathname, search } = new URL(address, location.href);
    if (!destinationOf(menu, pathname, search)) return [];
    const place = places.find((one) => one.to === address);
    return [place ? pageRow(place) : { key: address, icon: 'file', label, note: '', run: to(address) }];
  });
  const actionRows = (empty ? actions : bestOf(actions, text).slice(0, most.actions)).map(
    ({ key, icon, label, act }): PaletteRow => ({ key: `do-${key}`, icon, label, note: '', run: act }),
  );
  const recordRows = searched.map(({ kind, found: hits }): Group => {
    if (!asks || keyword !== text.trim() || !hits.data) return { key: '', title: '', rows: [] };
    const { rows, total } = hits.data;
    return {
      key: kind.key,
      title: kind.title,
      rows: [
        ...rows.map((row) => ({
          key: `${kind.key}-${row.id}`,
          icon: kind.icon,
          label: row.label,
          note: row.note,
          run: to(kind.one(row)),
        })),
        ...(total > rows.length
          ? [
              {
                key: `${kind.key}-all`,
                icon: 'right' as const,
                label: `查看全部 ${total} 条`,
                note: '',
                run: to(kind.all(keyword)),
              },
            ]
          : []),
      ],
    };
  });
  const groups: Group[] = [
    ...(empty ? [{ key: 'recent', title: '最近打开', rows: opened.slice(0, most.recent) }] : []),
    ...(empty ? [] : [{ key: 'pages', title: '页面', rows: bestOf(places, text).slice(0, most.pages).map(pageRow) }]),
    ...recordRows,
    { key: 'actions', title: '操作', rows: actionRows },
  ].filter(({ rows }) => rows.length > 0);
  const rows = groups.flatMap((group) => group.rows);
  const activeIndex = Math.min(at, rows.length - 1);

  const choose = (row: PaletteRow | undefined) => {
    if (!row) return;
    onClose();
    // Runs after the dialog closed and the focus is back on the page.
    setTimeout(row.run);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, activeIndex, rows.length);
    if (next !== null) {
      setAt(next);
      document.getElementById(`palette-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') choose(rows[activeIndex]);
    else return;
    event.preventDefault();
  };
  const statusText = waiting
    ? '正在搜索…'
    : rows.length === 0 && failed.length === 0
      ? `没有与“${text.trim()}”相符的页面、操作或记录`
      : `${rows.length} 条结果`;

  return (
    <Overlay label="搜索" className="palette" onClose={onClose}>
      <div className="palette-head">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={says}
          aria-autocomplete="list"
          aria-expanded={rows.length > 0}
          aria-controls="palette-list"
          aria-activedescendant={rows.length > 0 ? `palette-${activeIndex}` : undefined}
          placeholder={says}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={text}
          onKeyDown={onKeyDown}
          onChange={({ target }) => {
            setText(target.value);
            setAt(0);
          }}
        />
        <button type="button" className="btn" onClick={onClose}>
          关闭
        </button>
      </div>
      <PaletteList groups={groups} activeIndex={activeIndex} onPoint={setAt} onChoose={choose} onKeyDown={onKeyDown} />
      {failed.map(({ kind, found: hits }) => (
        <p key={kind.key} role="alert" className="palette-failed">
          <Icon name="alert" size={16} />
          <span>
            {kind.title}没有搜索成功：{hits.error?.message}
          </span>
          <button type="button" className="btn" onClick={() => void hits.refetch()}>
            重试
          </button>
        </p>
      ))}
      <div className="palette-foot">
        <p role="status">{statusText}</p>
        <p className="palette-keys" aria-hidden="true">
          <kbd>↑</kbd>
          <kbd>↓</kbd> 选择 <kbd>Enter</kbd> 打开 <kbd>Esc</kbd> 关闭
        </p>
      </div>
    </Overlay>
  );
}
