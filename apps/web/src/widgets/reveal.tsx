import { Suspense, useEffect, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import { PhoneText } from '#ui/phone-text.tsx';
import { useHolds } from '#lib/person.ts';
import './reveal.css';

const RevealDialog = later(async () => (await import('./reveal-dialog.tsx')).RevealDialog);

const shownMs = 60_000;

interface Props {
  room: string;
  /** Id of the record. */
  id: string;
  /** Which of its fields. */
  field: string;
  /** What the field is called, for the button and the dialog. */
  label: string;
  /** The value as it came, masked or not. */
  masked: string | null;
}

/** A way for whoever may to see a masked value whole for a minute (S79): what is shown, its button and its dialog. */
export function useReveal({ room, id, field, label, masked }: Props) {
  const may = useHolds('sys:reveal:phone');
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
    /** The value whole, while it is shown. */
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

/** A masked value, and the way to see it whole. */
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
