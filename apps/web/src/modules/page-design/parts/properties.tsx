import { pageFields } from '@anlan/contract/modules/page-design/design';
import { kindOf } from '@anlan/contract/modules/page-design/parts';
import { Button } from 'antd';
import { memo, useDeferredValue, useEffect, useRef } from 'react';
import { Icon, isIconName } from '#ui/icon.tsx';
import { useDesigner, useDesignerState } from '../state.ts';
import { find } from '../tree.ts';
import { Fields } from './fields.tsx';
import { usePage } from './page-context.ts';
import { goToPart } from './part-keys.ts';

export function Properties() {
  const section = useRef<HTMLElement>(null);
  const live = useDesignerState((held) => held.selected);
  const wanted = useDesignerState((held) => held.wanted);
  // Render the canvas before the slower property controls. If the user asked for the properties, render them at once.
  const later = useDeferredValue(live);
  const selected = wanted?.id === live ? live : later;
  useEffect(() => {
    if (wanted) section.current?.querySelector<HTMLElement>(firstControl)?.focus();
  }, [wanted]);
  return (
    <section ref={section} aria-label="属性" className="pd-properties">
      <Controls selected={selected} />
    </section>
  );
}

const firstControl =
  '.pd-fields :is(input, textarea, button, [tabindex="0"], [contenteditable=true]):not([tabindex="-1"])';

const Controls = memo(function Controls({ selected }: { selected: string | null }) {
  const { acts, store } = useDesigner();
  const { mayEdit } = usePage();
  const part = useDesignerState(({ doc }) => (selected === null ? undefined : find(doc.parts, selected)));
  const page = useDesignerState((held) => held.doc.page);
  // The part was removed. Render nothing until another part is selected.
  if (!part && selected !== null) return null;
  if (!part || selected === null)
    return (
      <>
        <h2>页面设置</h2>
        <Fields fields={pageFields} values={page} disabled={!mayEdit} onChange={acts.changePage} />
      </>
    );
  const { label, icon, fields } = kindOf(part.type);
  return (
    <div
      onKeyDown={(event) => {
        // Escape returns focus to the part on the canvas or in the outline.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        goToPart(part.id, store.getState().keysIn);
      }}
      role="presentation"
    >
      <header>
        <h2>
          <Icon name={isIconName(icon) ? icon : 'card'} size={18} /> {label}
        </h2>
        <Button type="text" size="small" onClick={() => acts.select(null)}>
          页面设置
        </Button>
      </header>
      <Fields
        key={part.id}
        fields={fields}
        values={part.props}
        disabled={!mayEdit}
        onChange={(key, value) => acts.change(part.id, key, value)}
      />
    </div>
  );
});
