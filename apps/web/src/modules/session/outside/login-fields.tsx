import type { UserType } from '@anlan/contract/modules/session/session';
import { useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { TextField, type TextProps } from '#ui/text-field.tsx';
import { useUserTypes } from './use-user-types.ts';

interface PasswordProps extends Omit<TextProps, 'label' | 'type' | 'end' | 'name' | 'autoComplete'> {
  /** Whether the user sets a new password instead of entering an existing one. */
  fresh?: boolean;
}

export function PasswordField({ fresh = false, ...props }: PasswordProps) {
  const [seen, setSeen] = useState(false);
  return (
    <TextField
      {...props}
      label="密码"
      name="password"
      autoComplete={fresh ? 'new-password' : 'current-password'}
      type={seen ? 'text' : 'password'}
      end={
        <button type="button" className="eye" aria-label="显示密码" aria-pressed={seen} onClick={() => setSeen(!seen)}>
          <Icon name={seen ? 'eyeOff' : 'eye'} />
        </button>
      }
    />
  );
}

const kinds = ['regulator', 'enterprise', 'shop'] as const;

export function KindField({ value, onChange }: { value: UserType; onChange: (kind: UserType) => void }) {
  const words = useUserTypes();
  return (
    <fieldset className="kinds">
      <legend className="unseen">用户类型</legend>
      {kinds.map((kind) => (
        <label key={kind} className={kind === value ? 'on' : ''}>
          <input type="radio" name="kind" checked={kind === value} onChange={() => onChange(kind)} />
          {words[kind]}
        </label>
      ))}
    </fieldset>
  );
}
