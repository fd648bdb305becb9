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

/** Date and time input that shows times in Asia/Shanghai, whatever the time zone of the browser. */
export const InstantPicker = ({ value, onChange, ...rest }: Props) => (
  <DatePicker
    {...rest}
    showTime={{ format: 'HH:mm' }}
    format="YYYY-MM-DD HH:mm"
    value={value ? dayjs(formatInstant(value)) : null}
    onChange={(time) => onChange?.(time ? parseInstant(time.second(0).format('YYYY-MM-DD HH:mm:ss')) : null)}
  />
);
