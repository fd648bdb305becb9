import type { Named } from '@anlan/contract/modules/page-design/field';
import { ReferencePicker } from '#kit/modules.ts';

/** Chooses one row, and keeps what it is called beside its id. */
export function ChosenRow({
  id,
  label,
  target,
  onChoose,
}: {
  id?: string;
  label: string;
  target: 'goods' | 'shop' | 'pageDesign';
  onChoose: (named: Named) => void;
}) {
  return (
    <span className="pd-choose">
      <ReferencePicker
        {...(id === undefined ? {} : { id })}
        target={target}
        aria-label={`选择${label}`}
        value={null}
        onChange={(chosen) => {
          if (chosen === null) return;
          // What was pressed is on the page at this moment, with its name.
          const shown = document.querySelector('.ant-select-item-option-active .ant-select-item-option-content');
          onChoose({ id: chosen, name: (shown?.textContent ?? '').slice(0, 100) });
        }}
      />
    </span>
  );
}
