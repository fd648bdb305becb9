import type { RevealRoom } from '@anlan/contract/domain/reveal';
import { Suspense, useEffect, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import { useHolds } from '#lib/person.ts';
import './reveal.css';

const RevealDialog = later(async () => (await import('./reveal-dialog.tsx')).RevealDialog);

const shownMs = 60_000;

interface Props {
  room: RevealRoom;
  /** Id of the record. */
  id: string;
  /** Which of its fields. */
  field: string;
  /** What the field is called, for the button and the dialog. */
  label: string;
  /** The value as it came, masked or not. */
  masked: string | null;
}

/** A masked value, and for whoever may the way to see it whole for a minute (S79). */
export function Reveal({ room, id, field, label, masked }: Props) {
  const may = useHolds('sys:reveal:phone');
  const [value, setValue] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (value === null) return undefined;
    const timer = setTimeout(() => setValue(null), shownMs);
    return () => clearTimeout(timer);
  }, [value]);
  if (masked === null || masked === '') return null;
  return (
    <span className="reveal">
      <span className="num">{value ?? masked}</span>
      {may && masked.includes('*') && value === null && (
        <button type="button" aria-label={`查看${label}`} title={`查看${label}`} onClick={() => setOpen(true)}>
          <Icon name="eye" size={16} />
        </button>
      )}
      {open && (
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
      )}
    </span>
  );
}
