import { writeDesign, type Design } from '@anlan/contract/modules/page-design/design';
import type { PageDesign } from '@anlan/contract/modules/page-design/resource';
import type { PageDraft } from '@anlan/contract/modules/page-design/views';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState, type KeyboardEvent } from 'react';
import { useHasPermit } from '#lib/current-user.ts';
import { useDirty } from '#ui/tab-context.tsx';
import { dataOf, previewOf } from '../calls.ts';
import { createDesigner, DesignerContext, useDesigner, useDesignerState, useSettledDoc } from '../state.ts';
import { Canvas } from './canvas.tsx';
import { Checks } from './checks.tsx';
import { ConflictBar } from './conflict.tsx';
import { Outline } from './outline.tsx';
import { Palette } from './part-palette.tsx';
import { Properties } from './properties.tsx';
import { dataKeyOf, drawingFor, noData, PageContext } from './page-context.ts';
import { TopBar, type OpenDialog } from './top-bar.tsx';
import { useAutosave } from './use-autosave.ts';
import './designer.css';
import './fields.css';
import './page-sheet.ts';

export function Designing({ page, draft, design }: { page: PageDesign; draft: PageDraft; design: Design }) {
  const [designer] = useState(() => createDesigner(design));
  return (
    <DesignerContext value={designer}>
      <Desk page={page} draft={draft} />
    </DesignerContext>
  );
}

function Desk({ page, draft }: { page: PageDesign; draft: PageDraft }) {
  const { acts } = useDesigner();
  const mayEdit = useHasPermit('mall:pagedevise:edit');
  const keeping = useAutosave(page.id, draft);
  const { data: preview } = useQuery({ ...previewOf(page.id), retry: false });
  // Refetch data only when the data sources change, not on each keystroke.
  const settled = useSettledDoc(600);
  const request = useMemo(() => ({ text: writeDesign(settled), key: dataKeyOf(settled) }), [settled]);
  const { data } = useQuery(dataOf(page.id, request.text, request.key));
  const checked = useDeferredValue(settled);
  const [device, setDevice] = useState({ width: 390, height: 844 });
  const [dark, setDark] = useState(false);
  const [open, setOpen] = useState<OpenDialog>(null);
  const mayPublish = useHasPermit('mall:pagedevise:publish');
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
  return (
    <PageContext value={context}>
      {/* Shortcuts of the designer. Each also has a button in the top bar. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="pd-desk" onKeyDown={onKey}>
        <TopBar {...{ keeping, device, setDevice, dark, setDark, open, setOpen, data: shown }} />
        {keeping.conflict && <ConflictBar keeping={keeping} theirs={keeping.conflict} />}
        <aside className="pd-left" aria-label="组件和大纲">
          {mayEdit && <Palette />}
          <Outline />
        </aside>
        <Canvas device={device} dark={dark} />
        <aside className="pd-right">
          <Properties />
          <Checks design={checked} data={shown} isReady={data !== undefined} />
        </aside>
        <Said />
      </div>
    </PageContext>
  );
}

function Said() {
  const { text, count } = useDesignerState((held) => held.announcement);
  return (
    <p className="pd-unseen" role="status" aria-live="polite">
      {/* Add a space to every second message: screen readers announce only text that differs from the last one. */}
      {text + (count % 2 === 0 ? '' : '\u00A0')}
    </p>
  );
}
