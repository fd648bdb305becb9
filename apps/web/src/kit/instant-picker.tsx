import { formatInstant, parseInstant } from '@anlan/contract/domain/instant';
import { isTime } from '@anlan/contract/domain/written-time';
import type { ComponentProps } from 'react';
import { TimePicker } from '#widgets/day-picker.tsx';

interface Props extends Omit<ComponentProps<typeof TimePicker>, 'value' | 'onChange'> {
  /** The selected moment, or the invalid text that the user typed, or null. */
  value?: Date | string | null | undefined;
  onChange?: (at: Date | string | null) => void;
}

/** Date and time input that shows times in Asia/Shanghai, whatever the time zone of the browser. */
export const InstantPicker = ({ value, onChange, ...rest }: Props) => (
  <TimePicker
    {...rest}
    value={value instanceof Date ? formatInstant(value) : value}
    onChange={(text) => onChange?.(text !== null && isTime(text) ? parseInstant(text) : text)}
  />
);
