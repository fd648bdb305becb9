import { useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { TextField, type TextProps } from '#ui/plain-field.tsx';

interface Props extends Omit<TextProps, 'type' | 'end'> {
  label: string;
}

/** A word that is not shown, with an eye that shows it. */
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
