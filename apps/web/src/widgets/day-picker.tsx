import { DatePicker } from 'antd';
import dayjs from 'dayjs';

interface Props {
  /** A calendar day `yyyy-MM-dd`, or null. */
  value?: string | null | undefined;
  onChange?: (day: string | null) => void;
  id?: string;
  placeholder?: string;
  onBlur?: () => void;
  'aria-label'?: string;
}

/** Chooses or types a calendar day. */
export function DayPicker({ value, onChange, placeholder = '如 2026-01-31', ...rest }: Props) {
  return (
    <DatePicker
      {...rest}
      placeholder={placeholder}
      format={['YYYY-MM-DD', 'YYYYMMDD', 'YYYY.M.D', 'YYYY/M/D']}
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange?.(day ? day.format('YYYY-MM-DD') : null)}
    />
  );
}
