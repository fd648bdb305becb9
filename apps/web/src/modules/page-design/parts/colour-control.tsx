import { Input } from 'antd';
import { useState } from 'react';

const hex = /^#[0-9A-F]{6}$/;

/** Input for a colour, from a palette or as text. An empty value follows the light or dark theme. */
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
  // Show the typed text until the colour changes.
  const [typed, setTyped] = useState({ text: value, of: value });
  const text = typed.of === value ? typed.text : value;
  const hexText = text.trim().toUpperCase();
  const isBad = hexText !== '' && !hex.test(hexText);
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
          value={hex.test(hexText) ? hexText.toLowerCase() : '#ffffff'}
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
