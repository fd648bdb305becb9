import { useEffect, useEffectEvent, useMemo, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import { Icon, isIconName } from '#ui/icon.tsx';
import { useMenu } from '../menu-of.ts';
import { paletteKey } from '../use-shortcuts.ts';
import { bestOf, nextIndex, placesOf, type Place } from './rules.ts';
import './suggestions.css';

interface Props {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  setText: (text: string) => void;
  /** Id of the row that Enter would choose; undefined while there is none. */
  onActive: (id: string | undefined) => void;
}

/** More would be read by nobody. */
const shownMost = 50;

/** What completes the search box: pages whose label, or its reading, begins with what is typed. */
export function Suggestions({ input, text, setText, onActive }: Props) {
  const navigate = useNavigate();
  const menu = useMenu();
  const places = useMemo(() => placesOf(menu), [menu]);
  const found = useMemo(() => bestOf(places, text, 2).slice(0, shownMost), [places, text]);
  const [at, setAt] = useState(0);
  const [away, setAway] = useState(false);
  const [seen, setSeen] = useState(text);
  if (seen !== text) {
    setSeen(text);
    setAt(0);
    setAway(false);
  }
  const open = text.trim() !== '' && !away;

  const choose = (place: Place | undefined) => {
    if (!place) return;
    setText('');
    input.current?.blur();
    void navigate(place.to);
    document.getElementById('work')?.focus();
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return;
    const next = open ? nextIndex(event.key, at, found.length) : null;
    if (next !== null) setAt(next);
    else if (event.key === 'Enter' && open) choose(found[at]);
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
  const active = open && found.length > 0 ? `find-${at}` : undefined;
  useEffect(() => {
    onActive(active);
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active, onActive]);

  if (!open) return null;
  return (
    <div className="find-pop">
      <div id="find-list" className="find-list" role="listbox" aria-label="菜单" hidden={found.length === 0}>
        {found.map(({ to, label, icon }, index) => (
          <div
            key={to}
            id={`find-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onPointerMove={() => setAt(index)}
            // The box keeps the focus; a press on the list must not take it.
            onPointerDown={(event) => event.preventDefault()}
            onKeyDown={() => undefined}
            onClick={() => choose(found[index])}
          >
            <Icon name={isIconName(icon) ? icon : 'file'} size={16} />
            <span>{label}</span>
            <small>{to}</small>
          </div>
        ))}
      </div>
      <p role="status" className={found.length > 0 ? 'unseen' : ''}>
        {found.length > 0 ? `${found.length} 个菜单` : `没有这样的菜单，按 ${paletteKey} 可以搜索企业、人员和操作`}
      </p>
    </div>
  );
}
