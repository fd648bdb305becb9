import { formatInstant, parseInstant } from '@anlan/contract/domain/instant';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';

interface Props {
  value?: Date | null | undefined;
  onChange?: (at: Date | null) => void;
  id?: string;
  placeholder?: string;
  onBlur?: () => void;
}

/** Chooses a moment; it is shown in the time of Shanghai, wherever the browser is. */
export const InstantPicker = ({ value, onChange, ...rest }: Props) => (
  <DatePicker
    {...rest}
    showTime={{ format: 'HH:mm' }}
    format="YYYY-MM-DD HH:mm"
    value={value ? dayjs(formatInstant(value)) : null}
    onChange={(time) => onChange?.(time ? parseInstant(time.second(0).format('YYYY-MM-DD HH:mm:ss')) : null)}
  />
);
