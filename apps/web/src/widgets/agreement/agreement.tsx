import { contentNames, type ContentText, type ContentType } from '@anlan/contract/modules/content/text';
import { startTransition, Suspense, useEffect, useId, useState, type Ref } from 'react';
import { later } from '#ui/later.tsx';
import { readText } from '#lib/content-calls.ts';
import './agreement.css';

const TextDialog = later(async () => (await import('./text-dialog.tsx')).TextDialog);

/** The texts that people open from the foot of a page. */
export function TextLinks({ types }: { types: readonly ContentType[] }) {
  const [open, setOpen] = useState<ContentType | null>(null);
  return (
    <span className="text-links">
      {types.map((type) => (
        <button key={type} type="button" onClick={() => startTransition(() => setOpen(type))}>
          {contentNames[type]}
        </button>
      ))}
      <Suspense fallback={null}>
        {open && <TextDialog type={open} tenantId={undefined} onClose={() => setOpen(null)} />}
      </Suspense>
    </span>
  );
}

interface Props {
  /** Texts that are agreed to together. */
  types: readonly ContentType[];
  /** Unit whose texts they are; left out for the person's own. */
  tenantId?: string | undefined;
  /** Ids of the versions that were agreed to; null where it still has to be. Empty where nothing is published. */
  value: readonly string[] | null;
  onChange: (agreed: string[] | null) => void;
  fault?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

type Read = readonly ContentText[] | 'coming' | 'failed';

/** 我已阅读并同意: a box with the texts in force behind it; what is agreed to are the versions that stood there. */
export function Agreement({ types, tenantId, value, onChange, fault, ref }: Props) {
  const id = useId();
  const [read, setRead] = useState<Read>('coming');
  const [round, setRound] = useState(0);
  const [open, setOpen] = useState<ContentText | null>(null);
  const wanted = types.join();
  useEffect(() => {
    const leaving = new AbortController();
    setRead('coming');
    onChange(null);
    Promise.all(types.map((type) => readText(type, tenantId, leaving.signal))).then(
      (found) => {
        const texts = found.filter((text) => text !== null);
        setRead(texts);
        if (texts.length === 0) onChange([]);
      },
      () => {
        if (!leaving.signal.aborted) setRead('failed');
      },
    );
    return () => leaving.abort();
    // The list is written anew at each drawing; what it says counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted, tenantId, round]);
  if (read === 'failed')
    return (
      <p className="agreement" role="alert">
        协议没有读到，
        <button type="button" onClick={() => setRound(round + 1)}>
          重试
        </button>
      </p>
    );
  // The line keeps its height until it has something to say.
  if (read === 'coming') return <p className="agreement" aria-hidden />;
  if (read.length === 0) return null;
  const tick = (on: boolean) => onChange(on ? read.map((text) => text.id) : null);
  return (
    <div className="agreement">
      <input
        ref={ref}
        id={id}
        type="checkbox"
        checked={value !== null}
        aria-invalid={fault !== undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        aria-labelledby={`${id}-label`}
        onChange={({ target }) => tick(target.checked)}
      />
      <span id={`${id}-label`}>
        <label htmlFor={id}>我已阅读并同意</label>
        {read.map((text) => (
          <button key={text.id} type="button" onClick={() => startTransition(() => setOpen(text))}>
            《{text.title}》
          </button>
        ))}
      </span>
      {fault && (
        <span className="fault" id={`${id}-fault`}>
          {fault}
        </span>
      )}
      <Suspense fallback={null}>
        {open && <TextDialog type={open.type} tenantId={tenantId} text={open} onClose={() => setOpen(null)} />}
      </Suspense>
    </div>
  );
}
