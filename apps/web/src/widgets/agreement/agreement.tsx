import { contentNames, type ContentText, type ContentType } from '@anlan/contract/modules/content/text';
import { startTransition, Suspense, useEffect, useId, useState, type Ref } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { readText } from '#lib/content-calls.ts';
import './agreement.css';

const TextDialog = lazyPart(async () => (await import('./text-dialog.tsx')).TextDialog);

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
  types: readonly ContentType[];
  /** The tenant whose texts are shown. Default: the tenant of the user. */
  tenantId?: string | undefined;
  /** Ids of the text versions that the user accepted; null before the user accepts. Empty when no text is published. */
  value: readonly string[] | null;
  onChange: (agreed: string[] | null) => void;
  fault?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

type Read = readonly ContentText[] | 'coming' | 'failed';

/** Checkbox 我已阅读并同意 with links to the current texts. The user accepts the versions that are shown. */
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
      (loadedTexts) => {
        const texts = loadedTexts.filter((text) => text !== null);
        setRead(texts);
        if (texts.length === 0) onChange([]);
      },
      () => {
        if (!leaving.signal.aborted) setRead('failed');
      },
    );
    return () => leaving.abort();
    // The list is a new array at each render; compare its content.
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
  // An empty line reserves the height until the texts have loaded.
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
