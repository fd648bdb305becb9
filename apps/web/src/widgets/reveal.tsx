import { Suspense, useEffect, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PhoneText } from '#ui/phone-text.tsx';
import { useHasPermit } from '#lib/current-user.ts';
import './reveal.css';

const RevealDialog = lazyPart(async () => (await import('./reveal-dialog.tsx')).RevealDialog);

const shownMs = 60_000;

interface Props {
  room: string;
  id: string;
  field: string;
  label: string;
  masked: string | null;
}

/** Hook that reveals a masked value for one minute to authorized users (S79). Returns value, button and dialog. */
export function useReveal({ room, id, field, label, masked }: Props) {
  const may = useHasPermit('sys:reveal:phone');
  const [value, setValue] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (value === null) return undefined;
    const timer = setTimeout(() => setValue(null), shownMs);
    return () => clearTimeout(timer);
  }, [value]);
  const isMasked = masked?.includes('*') ?? false;
  const does = `${value === null ? '查看' : '隐藏'}${label}`;
  return {
    value: isMasked ? value : null,
    button: may && isMasked && (
      <button
        type="button"
        className="reveal-button"
        aria-label={does}
        title={does}
        onClick={() => (value === null ? setOpen(true) : setValue(null))}
      >
        <Icon name={value === null ? 'eye' : 'eyeOff'} size={16} />
      </button>
    ),
    dialog: open && (
      <Suspense fallback={null}>
        <RevealDialog
          input={{ room, id, field }}
          label={label}
          onShown={(shown) => {
            setValue(shown ?? '未填写');
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    ),
  };
}

export function Reveal(props: Props) {
  const { value, button, dialog } = useReveal(props);
  const { masked } = props;
  if (masked === null || masked === '') return null;
  return (
    <span className="reveal">
      <PhoneText number={value ?? masked} />
      {button}
      {dialog}
    </span>
  );
}
