import type { NamedRow } from '@anlan/contract/modules/page-design/field';
import { ReferencePicker } from '#kit/modules.ts';

/** Selects one row and stores its name with its id. */
export function RowSelect({
  id,
  label,
  target,
  onChoose,
}: {
  id?: string;
  label: string;
  target: 'goods' | 'shop' | 'pageDesign';
  onChoose: (named: NamedRow) => void;
}) {
  return (
    <span className="pd-choose">
      <ReferencePicker
        {...(id === undefined ? {} : { id })}
        target={target}
        aria-label={`选择${label}`}
        value={null}
        onChange={(selectedId) => {
          if (selectedId === null) return;
          // The active option is rendered now, so read its name from the page.
          const shown = document.querySelector('.ant-select-item-option-active .ant-select-item-option-content');
          onChoose({ id: selectedId, name: (shown?.textContent ?? '').slice(0, 100) });
        }}
      />
    </span>
  );
}
