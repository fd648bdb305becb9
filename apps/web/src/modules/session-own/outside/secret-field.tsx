import { useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { TextField, type TextProps } from '#ui/text-field.tsx';

interface Props extends Omit<TextProps, 'type' | 'end'> {
  label: string;
}

export function SecretField(props: Props) {
  const [seen, setSeen] = useState(false);
  return (
    <TextField
      {...props}
      type={seen ? 'text' : 'password'}
      end={
        <button
          type="button"
          className="secret-eye"
          aria-label={`显示${props.label}`}
          aria-pressed={seen}
          onClick={() => setSeen(!seen)}
        >
          <Icon name={seen ? 'eyeOff' : 'eye'} />
        </button>
      }
    />
  );
}
