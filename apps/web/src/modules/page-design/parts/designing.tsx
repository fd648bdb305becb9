import { writeDesign, type Design } from '@anlan/contract/modules/page-design/design';
import type { PageDesign } from '@anlan/contract/modules/page-design/resource';
import type { PageDraft } from '@anlan/contract/modules/page-design/views';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useHolds } from '#lib/person.ts';
import { useDirty } from '#ui/tab-scope.tsx';
import { dataOf, previewOf } from '../calls.ts';
import { createDesigner, DesignerContext, useDesigner, useHeld } from '../state.ts';
import { Canvas } from './canvas.tsx';
import { Checks } from './checks.tsx';
import { ConflictBar } from './conflict.tsx';
import { Outline } from './outline.tsx';
import { Palette } from './palette.tsx';
import { Properties } from './properties.tsx';
import { askedBy, drawingFor, noData, PageContext } from './page-context.ts';
import { TopBar, type OpenDialog } from './top-bar.tsx';
import { useKeeping } from './use-keeping.ts';
import './designer.css';
import './fields.css';
import './page-sheet.ts';

/** The designer of one page. */
export function Designing({ page, draft, design }: { page: PageDesign; draft: PageDraft; design: Design }) {
  const [designer] = useState(() => createDesigner(design));
  return (
    <DesignerContext value={designer}>
      <Desk page={page} draft={draft} />
    </DesignerContext>
  );
}

/** Waits until typing pauses. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

function Desk({ page, draft }: { page: PageDesign; draft: PageDraft }) {
  const { acts } = useDesigner();
  const doc = useHeld((held) => held.doc);
  const mayEdit = useHolds('mall:pagedevise:edit');
  const keeping = useKeeping(page.id, draft);
  const { data: preview } = useQuery({ ...previewOf(page.id), retry: false });
  // What it shows is asked again where what is asked for has changed, not at every letter.
  const settled = useSettled(doc, 600);
  const asked = useMemo(() => ({ text: writeDesign(settled), key: askedBy(settled) }), [settled]);
  const { data } = useQuery(dataOf(page.id, asked.text, asked.key));
  const checked = useDeferredValue(doc);
  const [device, setDevice] = useState({ width: 390, height: 844 });
  const [dark, setDark] = useState(false);
  const [open, setOpen] = useState<OpenDialog>(null);
  const mayPublish = useHolds('mall:pagedevise:publish');
  const [pictures] = useState(() => new Map<string, string>());
  useDirty(keeping.state !== 'kept');
  useEffect(() => () => pictures.forEach((url) => URL.revokeObjectURL(url)), [pictures]);

  const shown = data ?? noData;
  const drawing = useMemo(
    () => drawingFor(page, shown, preview?.sign, pictures),
    [page, shown, preview?.sign, pictures],
  );
  const context = useMemo(
    () => ({ page, data: shown, drawing, pictures, mayEdit }),
    [page, shown, drawing, pictures, mayEdit],
  );

  const said = useHeld((held) => held.said);
  function onKey(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey)) return;
    const { target } = event;
    const types = target instanceof HTMLElement && target.closest('input, textarea, [contenteditable=true]') !== null;
    const key = event.key.toLowerCase();
    if (key === 's') {
      event.preventDefault();
      void keeping.keep();
    } else if (key === 'enter' && mayPublish) {
      event.preventDefault();
      setOpen('publish');
    } else if (!types && key === 'z') {
      event.preventDefault();
      if (event.shiftKey) acts.redo();
      else acts.undo();
    } else if (!types && key === 'y') {
      event.preventDefault();
      acts.redo();
    }
  }
  const properties = useRef<HTMLElement>(null);
  return (
    <PageContext value={context}>
      {/* Keys of the whole designer; each of them is a button in the bar too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="pd-desk" onKeyDown={onKey}>
        <TopBar {...{ keeping, device, setDevice, dark, setDark, open, setOpen, data: shown }} />
        {keeping.conflict && <ConflictBar keeping={keeping} theirs={keeping.conflict} />}
        <aside className="pd-left" aria-label="组件和大纲">
          {mayEdit && <Palette />}
          <Outline />
        </aside>
        <Canvas device={device} dark={dark} toProperties={() => focusFirst(properties.current)} />
        <aside className="pd-right">
          <section ref={properties} aria-label="属性" className="pd-properties">
            <Properties />
          </section>
          <Checks design={checked} data={shown} isReady={data !== undefined} />
        </aside>
        <p className="pd-unseen" role="status" aria-live="polite">
          {/* A space more at every second: what is said twice is read twice. */}
          {said.text + (said.count % 2 === 0 ? '' : '\u00A0')}
        </p>
      </div>
    </PageContext>
  );
}

const focusFirst = (within: HTMLElement | null) =>
  within
    ?.querySelector<HTMLElement>(
      '.pd-fields :is(input, textarea, button, [tabindex="0"], [contenteditable=true]):not([tabindex="-1"])',
    )
    ?.focus();
