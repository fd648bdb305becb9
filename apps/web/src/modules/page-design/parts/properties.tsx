import { pageFields } from '@anlan/contract/modules/page-design/design';
import { kindOf } from '@anlan/contract/modules/page-design/parts';
import { Button } from 'antd';
import { memo, useDeferredValue, useEffect, useRef } from 'react';
import { Icon, isIconName } from '#ui/icon.tsx';
import { useDesigner, useHeld } from '../state.ts';
import { find } from '../tree.ts';
import { Fields } from './fields.tsx';
import { goToPart } from './outline.tsx';
import { usePage } from './page-context.ts';

/** What the chosen part holds, made from its kind; of the page as a whole where none is chosen. */
export function Properties() {
  const section = useRef<HTMLElement>(null);
  const live = useHeld((held) => held.selected);
  const wanted = useHeld((held) => held.wanted);
  // The canvas first: the controls of another part take longer than the part. Who asks for them types at once.
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
  const { acts } = useDesigner();
  const { mayEdit } = usePage();
  const part = useHeld(({ doc }) => (selected === null ? undefined : find(doc.parts, selected)));
  const page = useHeld((held) => held.doc.page);
  // Just removed: what is chosen now follows.
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
        // Back to where it stands, as it was come from.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        goToPart(part.id);
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
