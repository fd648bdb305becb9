import { Input } from 'antd';
import type { Control } from '#kit/controls.tsx';

const linesIn = (value: unknown): string =>
  Array.isArray(value) ? value.filter((line): line is string => typeof line === 'string').join('\n') : '';

export const LinesControl: Control = ({ value, onChange, onBlur, id, ...rest }) => (
  <Input.TextArea
    id={id}
    aria-describedby={rest['aria-describedby']}
    autoSize={{ minRows: 3, maxRows: 12 }}
    placeholder={'每行一条，如\n教育培训 200 人\n存储空间 50 GB'}
    value={linesIn(value)}
    onBlur={() => {
      // Remove empty lines, but keep the last one while the user types.
      onChange?.(
        linesIn(value)
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean),
      );
      onBlur?.();
    }}
    onChange={({ target }) => onChange?.(target.value.split('\n'))}
  />
);
