import { Input } from 'antd';
import { useState } from 'react';

const hex = /^#[0-9A-F]{6}$/;

/** A colour, chosen or typed; empty follows the page in light and dark. */
export function ColourControl({
  id,
  label,
  value,
  disabled,
  onChange,
}: {
  id: string;
  label: string;
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
}) {
  // What was typed stands as it was typed, until the colour is another.
  const [typed, setTyped] = useState({ text: value, of: value });
  const text = typed.of === value ? typed.text : value;
  const said = text.trim().toUpperCase();
  const isBad = said !== '' && !hex.test(said);
  return (
    <Input
      id={id}
      value={text}
      maxLength={7}
      placeholder="跟随页面"
      allowClear
      disabled={disabled}
      {...(isBad ? { status: 'error' as const, 'aria-invalid': true } : {})}
      prefix={
        <input
          type="color"
          className="pd-colour"
          aria-label={`选择${label}`}
          tabIndex={-1}
          value={hex.test(said) ? said.toLowerCase() : '#ffffff'}
          disabled={disabled}
          onChange={({ target }) => onChange(target.value.toUpperCase())}
        />
      }
      onChange={({ target }) => {
        const next = target.value.trim().toUpperCase();
        const isWhole = next === '' || hex.test(next);
        setTyped({ text: target.value, of: isWhole ? next : value });
        if (isWhole) onChange(next);
      }}
      onBlur={() => isBad && setTyped({ text: value, of: value })}
    />
  );
}
