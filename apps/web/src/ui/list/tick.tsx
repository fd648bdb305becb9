import type { ReactNode } from 'react';

interface Props {
  checked: boolean;
  /** Some of what it stands for is chosen. */
  part?: boolean;
  disabled: boolean;
  /** Its name where no words stand beside it. */
  label?: string;
  onChange: (on: boolean) => void;
  children?: ReactNode;
}

/** A box to tick, by the browser: a list has one in each row, and the kit's takes long to come to stand. */
export function Tick({ checked, part = false, disabled, label, onChange, children }: Props) {
  return (
    <label className="tick">
      <input
        ref={(box) => {
          if (box) box.indeterminate = part;
        }}
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      {children}
    </label>
  );
}
