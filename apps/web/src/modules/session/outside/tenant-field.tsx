import type { Brand } from '@anlan/contract/modules/tenant/tenant';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { Icon } from '#ui/icon.tsx';

interface Props {
  places: readonly Brand[];
  selectedPlace: Brand | undefined;
  onChoose: (place: Brand) => void;
  busy: boolean;
}

export function TenantField({ places, selectedPlace: chosen, onChoose, busy }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [at, setAt] = useState(0);
  const shown = places.filter(({ name }) => typed === undefined || name.includes(typed.trim()));
  const current = shown[at];

  const close = () => {
    setOpen(false);
    setTyped(undefined);
  };
  const show = () => {
    if (open) return;
    setAt(
      Math.max(
        0,
        places.findIndex((place) => place.id === chosen?.id),
      ),
    );
    setOpen(true);
  };
  const choose = (place: Brand) => {
    onChoose(place);
    close();
  };
  const move = (by: number) => {
    show();
    if (open && shown.length > 0) setAt((at + by + shown.length) % shown.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && open && current) choose(current);
    else if (event.key === 'Escape' && open) close();
    else return;
    event.preventDefault();
  };

  return (
    <div className="field">
      <label htmlFor={id}>单位</label>
      <div className="in combo">
        <input
          ref={input}
          id={id}
          role="combobox"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={open && current ? `${id}-${current.id}` : undefined}
          aria-busy={busy}
          autoComplete="off"
          placeholder={busy ? '正在读取…' : '请选择单位'}
          value={typed ?? chosen?.name ?? ''}
          onClick={show}
          onFocus={(event) => event.target.select()}
          onBlur={close}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
        />
        <Icon name="down" size={16} />
        <div className="options" id={`${id}-list`} role="listbox" aria-label="单位" hidden={!open}>
          {shown.map((place, index) => (
            <div
              key={place.id}
              id={`${id}-${place.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={place.id === chosen?.id}
              className={index === at ? 'at' : ''}
              // Prevent the default action, so that clicking an option does not take focus from the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(place)}
              onKeyDown={onKeyDown}
            >
              {place.name}
            </div>
          ))}
          {shown.length === 0 && (
            <div role="option" aria-selected={false} aria-disabled className="none">
              没有符合的单位
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
