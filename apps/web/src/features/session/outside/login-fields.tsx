import type { UserType } from '@anlan/contract/domain/session';
import { useId, useState, type ReactNode, type Ref } from 'react';
import { Icon } from '#ui/icon.tsx';
import { captchaUrl } from '../calls.ts';

interface TextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  fault: string | undefined;
  ref: Ref<HTMLInputElement>;
  name: string;
  autoComplete: string;
  type?: 'text' | 'password';
  inputMode?: 'numeric';
  end?: ReactNode;
}

/** A labelled line of text with its fault below. */
export function TextField({ label, fault, end, onChange, ...input }: TextProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={fault ? 'in bad' : 'in'}>
        <input
          {...input}
          id={id}
          aria-invalid={fault !== undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
        {end}
      </div>
      {fault && (
        <span className="fault" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  );
}

/** 密码, with an eye that shows it. */
export function PasswordField(props: Omit<TextProps, 'label' | 'type' | 'end' | 'name' | 'autoComplete'>) {
  const [seen, setSeen] = useState(false);
  return (
    <TextField
      {...props}
      label="密码"
      name="password"
      autoComplete="current-password"
      type={seen ? 'text' : 'password'}
      end={
        <button type="button" className="eye" aria-label="显示密码" aria-pressed={seen} onClick={() => setSeen(!seen)}>
          <Icon name={seen ? 'eyeOff' : 'eye'} />
        </button>
      }
    />
  );
}

interface CaptchaProps extends Omit<TextProps, 'label' | 'type' | 'end' | 'name' | 'autoComplete'> {
  pictureKey: string;
  onRenew: () => void;
}

/** 验证码 beside its picture, which a click renews. */
export function CaptchaField({ pictureKey, onRenew, ...props }: CaptchaProps) {
  return (
    <div className="captcha">
      <TextField {...props} label="验证码" name="captcha" autoComplete="off" inputMode="numeric" />
      <button type="button" className="picture" onClick={onRenew} title="看不清？点击换一张">
        <img key={pictureKey} src={captchaUrl(pictureKey)} alt="验证码图片，点击换一张" width={118} height={40} />
      </button>
    </div>
  );
}

const kinds: readonly [UserType, string][] = [
  ['regulator', '监管人员'],
  ['enterprise', '企业人员'],
  ['shop', '店铺用户'],
];

/** The kind of person who signs in. */
export function KindField({ value, onChange }: { value: UserType; onChange: (kind: UserType) => void }) {
  return (
    <fieldset className="kinds">
      <legend className="unseen">用户类型</legend>
      {kinds.map(([kind, label]) => (
        <label key={kind} className={kind === value ? 'on' : ''}>
          <input type="radio" name="kind" checked={kind === value} onChange={() => onChange(kind)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
