import type { ReactNode } from 'react';

interface Props {
  checked: boolean;
  part?: boolean;
  disabled: boolean;
  label?: string;
  onChange: (on: boolean) => void;
  children?: ReactNode;
}

/** A native checkbox. A list has one in each row, and antd checkboxes render slowly. */
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
