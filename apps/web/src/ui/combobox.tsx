import { useEffect, useId, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { Icon } from '#ui/icon.tsx';

export interface Choice {
  value: string;
  label: string;
}

interface Props {
  label: string;
  placeholder: string;
  shown: string;
  fault?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  /** The choices still load: the search begins afterwards. */
  busy?: boolean;
  /** Message when no choice matches. */
  none?: string;
  /** Loads choices that match the text. Called on each input. */
  find: (text: string, signal: AbortSignal) => Promise<readonly Choice[]>;
  onChoose: (choice: Choice) => void;
}

/** A combobox for pages before sign-in. It does not use the UI library of the app. */
export function Combobox({
  label,
  placeholder,
  shown,
  fault,
  ref,
  busy = false,
  none = '没有符合的选项',
  find,
  onChoose,
}: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [searchResult, setSearchResult] = useState<{ text: string; choices: readonly Choice[] }>();
  const [at, setAt] = useState(0);
  const asking = useRef(find);
  const shownNow = useRef(shown);
  useEffect(() => {
    asking.current = find;
    shownNow.current = shown;
  });
  const text = typed?.trim() ?? '';
  const choices = searchResult?.text === text ? searchResult.choices : undefined;
  const current = choices?.[at];

  useEffect(() => {
    if (!open || busy) return undefined;
    const leaving = new AbortController();
    const timer = setTimeout(
      () =>
        asking.current(text, leaving.signal).then(
          (next) => {
            if (leaving.signal.aborted) return;
            setSearchResult({ text, choices: next });
            setAt(Math.max(0, text === '' ? next.findIndex((one) => one.label === shownNow.current) : 0));
          },
          () => {
            if (!leaving.signal.aborted) setSearchResult({ text, choices: [] });
          },
        ),
      text === '' ? 0 : 200,
    );
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [open, busy, text]);

  const close = () => {
    setOpen(false);
    setTyped(undefined);
  };
  const choose = (choice: Choice) => {
    onChoose(choice);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const count = choices?.length ?? 0;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const by = event.key === 'ArrowDown' ? 1 : -1;
      if (!open) setOpen(true);
      else if (count > 0) setAt((at + by + count) % count);
    } else if (event.key === 'Enter' && open && current) choose(current);
    else if (event.key === 'Escape' && open) close();
    else return;
    event.preventDefault();
  };

  useEffect(() => {
    if (open) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [open, at, id]);

  const empty = text === '' ? '输入名称或拼音首字母查找' : none;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={fault ? 'in combo bad' : 'in combo'}>
        <input
          ref={ref}
          id={id}
          role="combobox"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={open && current ? `${id}-${at}` : undefined}
          aria-invalid={fault !== undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          aria-busy={busy}
          autoComplete="off"
          placeholder={placeholder}
          value={typed ?? shown}
          onClick={() => setOpen(true)}
          onFocus={(event) => event.target.select()}
          onBlur={close}
          onChange={(event) => {
            setTyped(event.target.value);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
        />
        <Icon name="down" size={16} />
        <div className="options" id={`${id}-list`} role="listbox" aria-label={label} hidden={!open}>
          {(choices ?? []).map((choice, index) => (
            <div
              key={choice.value}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={choice.label === shown}
              className={index === at ? 'at' : ''}
              // Prevent the default action, so that clicking an option does not take focus from the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
              onKeyDown={onKeyDown}
            >
              {choice.label}
            </div>
          ))}
          {(choices?.length ?? 0) === 0 && (
            <div role="option" aria-selected={false} aria-disabled className="none">
              {choices === undefined ? '正在查找…' : empty}
            </div>
          )}
        </div>
      </div>
      {fault && (
        <span className="fault" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  );
}
