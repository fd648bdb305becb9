import { Checkbox } from 'antd';
import { DictSelect } from './dict-select.tsx';

interface Props {
  type: string;
  /** The selected codes. An empty array means 无 (none); null means that the user has not answered. */
  value?: string[] | null | undefined;
  onChange?: (codes: string[] | null) => void;
  id?: string;
  onBlur?: () => void;
}

export function NoneOrMany({ type, value, onChange, ...rest }: Props) {
  const none = Array.isArray(value) && value.length === 0;
  return (
    <span className="none-or-many">
      <DictSelect
        {...rest}
        multiple
        type={type}
        value={value ?? []}
        disabled={none}
        onChange={(codes) => onChange?.(codes.length > 0 ? codes : null)}
      />
      <Checkbox checked={none} onChange={({ target }) => onChange?.(target.checked ? [] : null)}>
        无
      </Checkbox>
    </span>
  );
}
