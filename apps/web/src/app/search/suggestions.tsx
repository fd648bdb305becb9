import { useEffect, useEffectEvent, useMemo, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import { Icon, isIconName, type IconName } from '#ui/icon.tsx';
import { useMenu } from '../use-menu.ts';
import { paletteKey } from '../use-shortcuts.ts';
import { useFound, useSettled } from './find-records.ts';
import { placesOf } from './places.ts';
import { searchedNames, useKinds } from './records.ts';
import { bestOf, nextIndex, worthAsking } from './rules.ts';
import './suggestions.css';

interface Props {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  setText: (text: string) => void;
  onActive: (id: string | undefined) => void;
}

/** The most suggestions of each kind: users do not read longer lists. */
const most = { pages: 50, records: 3 };

interface Row {
  key: string;
  icon: IconName;
  label: string;
  note: string;
  to: string;
}

export function Suggestions({ input, text, setText, onActive }: Props) {
  const navigate = useNavigate();
  const menu = useMenu();
  const places = useMemo(() => placesOf(menu), [menu]);
  const pages = useMemo(() => bestOf(places, text, 2).slice(0, most.pages), [places, text]);
  const typed = text.trim();
  const keyword = useSettled(typed);
  const kinds = useKinds(places);
  const searched = useFound(kinds, keyword);
  const names = searchedNames(kinds);
  const settled = keyword === typed && !searched.some(({ found: hits }) => hits.isFetching);
  const records = keyword === typed ? searched : [];
  const rows: Row[] = [
    ...pages.map(({ to, label, icon }): Row => {
      return { key: to, icon: isIconName(icon) ? icon : 'file', label, note: to, to };
    }),
    ...records.flatMap(({ kind, found: hits }) =>
      (hits.data?.rows ?? []).slice(0, most.records).map((row): Row => {
        const note = `${kind.title} · ${row.note}`;
        return { key: `${kind.key} ${row.id}`, icon: kind.icon, label: row.label, note, to: kind.one(row) };
      }),
    ),
  ];
  const [at, setAt] = useState(0);
  const [away, setAway] = useState(false);
  const [seen, setSeen] = useState(text);
  if (seen !== text) {
    setSeen(text);
    setAt(0);
    setAway(false);
  }
  const open = typed !== '' && !away;

  const choose = (row: Row | undefined) => {
    if (!row) return;
    setText('');
    input.current?.blur();
    void navigate(row.to);
    document.getElementById('work')?.focus();
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const next = open ? nextIndex(event.key, at, rows.length) : null;
    if (next !== null) setAt(next);
    else if (event.key === 'Enter' && open) choose(rows[at]);
    else if (event.key === 'Escape' && text !== '') setText('');
    else return;
    event.preventDefault();
  });
  const onFocus = useEffectEvent(() => setAway(false));
  const onBlur = useEffectEvent(() => setAway(true));
  useEffect(() => {
    const box = input.current;
    box?.addEventListener('keydown', onKey);
    box?.addEventListener('focus', onFocus);
    box?.addEventListener('blur', onBlur);
    return () => {
      box?.removeEventListener('keydown', onKey);
      box?.removeEventListener('focus', onFocus);
      box?.removeEventListener('blur', onBlur);
    };
  }, [input]);
  const active = open && rows.length > 0 ? `find-${at}` : undefined;
  useEffect(() => {
    onActive(active);
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active, onActive]);

  if (!open) return null;
  return (
    <div className="find-pop">
      <div id="find-list" className="find-list" role="listbox" aria-label={names.join('、')} hidden={rows.length === 0}>
        {rows.map(({ key, icon, label, note }, index) => (
          <div
            key={key}
            id={`find-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onPointerMove={() => setAt(index)}
            // A click in the list must not move the focus out of the input.
            onPointerDown={(event) => event.preventDefault()}
            onKeyDown={() => undefined}
            onClick={() => choose(rows[index])}
          >
            <Icon name={icon} size={16} />
            <span>{label}</span>
            <small>{note}</small>
          </div>
        ))}
      </div>
      <p role="status" className={rows.length > 0 ? 'unseen' : ''}>
        {rows.length > 0
          ? `${rows.length} 条结果`
          : worthAsking(typed) && !settled
            ? '正在搜索…'
            : `没有相符的${names.join('、')}，按 ${paletteKey} 可以搜索操作`}
      </p>
    </div>
  );
}
