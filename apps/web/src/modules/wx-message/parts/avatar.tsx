import { useState } from 'react';

const tintOf = (name: string) => [...name].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0) % 4;

interface Props {
  name: string;
  picture?: string | null | undefined;
  size?: 'small' | 'large';
}

export function Avatar({ name, picture, size }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  const className = ['chat-face', size, `tint-${tintOf(name)}`].filter(Boolean).join(' ');
  return (
    <i className={className} aria-hidden="true">
      {picture && picture !== failed ? (
        <img src={picture} alt="" loading="lazy" onError={() => setFailed(picture)} />
      ) : (
        ([...name][0] ?? '粉').toUpperCase()
      )}
    </i>
  );
}
