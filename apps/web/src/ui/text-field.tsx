import { useId, type ReactNode, type Ref } from 'react';
import './text-field.css';

export interface TextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  fault: string | undefined;
  ref: Ref<HTMLInputElement>;
  name: string;
  autoComplete: string;
  type?: 'text' | 'password';
  inputMode?: 'numeric';
  readOnly?: boolean;
  end?: ReactNode;
}

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

interface CaptchaProps extends Omit<TextProps, 'label' | 'type' | 'end' | 'name' | 'autoComplete'> {
  src: string;
  onRenew: () => void;
}

export function CaptchaField({ src, onRenew, ...props }: CaptchaProps) {
  return (
    <div className="captcha">
      <TextField {...props} label="验证码" name="captcha" autoComplete="off" inputMode="numeric" />
      <button type="button" className="picture" onClick={onRenew} title="看不清？点击换一张">
        <img key={src} src={src} alt="验证码图片，点击换一张" width={118} height={40} />
      </button>
    </div>
  );
}
