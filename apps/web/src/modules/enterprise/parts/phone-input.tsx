import { isMaskedPhone } from '@anlan/contract/domain/phone';
import { Input } from 'antd';
import type { Control } from '#kit/controls.tsx';
import { textOf } from '#kit/resource.ts';
import { useReveal } from '#widgets/reveal.tsx';

/** Input for a phone number. The number is masked; users with permission can reveal it in the field. */
export const PhoneInput: Control = ({ value, name, spec, row, onChange, ...rest }) => {
  const text = textOf(value);
  const masked = row !== null && isMaskedPhone(text) ? text : null;
  const reveal = useReveal({ room: 'enterprise', id: row?.id ?? '', field: name, label: spec.label, masked });
  return (
    <>
      <Input
        {...rest}
        value={reveal.value ?? text}
        onChange={({ target }) => onChange?.(target.value)}
        inputMode="tel"
        maxLength={20}
        autoComplete="off"
        // Always render a suffix: otherwise antd recreates the input and focus is lost.
        suffix={reveal.button || <span />}
      />
      {reveal.dialog}
    </>
  );
};
