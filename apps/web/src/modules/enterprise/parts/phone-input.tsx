import { isMaskedPhone } from '@anlan/contract/domain/phone';
import { Input, type InputProps } from 'antd';
import { useReveal } from '#widgets/reveal.tsx';

interface Props extends Omit<InputProps, 'value' | 'name'> {
  value: string;
  /** Which field of the record. */
  name: string;
  label: string;
  /** Id of the record; none for a new one. */
  own: string | undefined;
}

/** A phone, masked as it came: whoever may shows it in its own field, which keeps it until another is typed. */
export function PhoneInput({ value, name, label, own, 'aria-describedby': described, ...rest }: Props) {
  const isMasked = own !== undefined && isMaskedPhone(value);
  const reveal = useReveal({ room: 'enterprise', id: own ?? '', field: name, label, masked: isMasked ? value : null });
  const hint = isMasked && rest.id !== undefined ? `${rest.id}-mask` : undefined;
  return (
    <>
      <Input
        {...rest}
        aria-describedby={[described, hint].filter(Boolean).join(' ') || undefined}
        value={reveal.value ?? value}
        inputMode="tel"
        maxLength={20}
        autoComplete="off"
        // Something always: the kit makes another field where an end comes or goes, and the keyboard would be lost.
        suffix={reveal.button || <span />}
      />
      {isMasked && (
        <span id={hint} className="form-hint">
          {reveal.value === null ? '中间四位已隐藏，不修改则保持原号码' : '一分钟后重新隐藏，不修改则保持原号码'}
        </span>
      )}
      {reveal.dialog}
    </>
  );
}
