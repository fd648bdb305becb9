import type { StoredMedia } from '@anlan/contract/modules/page-design/field';
import { useMutation } from '@tanstack/react-query';
import { Button, Input, Progress } from 'antd';
import { useId, useRef, useState } from 'react';
import { files } from '#lib/shared-calls.ts';
import { Icon } from '#ui/icon.tsx';
import { acceptOf, namedByContent, uploadProblem } from '#widgets/upload-rules.ts';
import { usePage } from './page-context.ts';

export function StoredControl({
  id,
  label,
  kind,
  value,
  disabled,
  onChange,
}: {
  id: string;
  label: string;
  kind: 'picture' | 'video';
  value: StoredMedia | null;
  disabled: boolean;
  onChange: (value: StoredMedia | null) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const altId = useId();
  const { pictures, drawing } = usePage();
  const [share, setShare] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const purpose = kind === 'picture' ? 'photo' : 'video';
  const send = useMutation({
    mutationFn: (file: File) => files.upload({ file, dir: purpose }, { quiet: true, onProgress: setShare }),
    onSuccess({ url, name }, file) {
      const stored = url.slice(url.lastIndexOf('/') + 1);
      // Show the selected file from memory until the draft is saved.
      pictures.set(stored, URL.createObjectURL(file));
      onChange({ file: stored, name, alt: value?.alt ?? '' });
    },
    onError: (error) => setProblem(error.message),
  });
  async function choose(selection: File | undefined) {
    if (!selection) return;
    const file = await namedByContent(selection);
    const refused = uploadProblem(purpose, file);
    setProblem(refused);
    setShare(0);
    if (refused === null) send.mutate(file);
  }
  return (
    <div className="pd-stored">
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptOf(purpose)}
        onChange={({ target }) => {
          void choose(target.files?.[0]);
          target.value = '';
        }}
      />
      {value !== null && kind === 'picture' && <img src={drawing.file(value.file)} alt={value.alt || value.name} />}
      {value !== null && kind === 'video' && <span>{value.name}</span>}
      {send.isPending && <Progress percent={Math.round(share * 100)} size="small" aria-label={`${label}上传进度`} />}
      <span>
        <Button
          id={id}
          size="small"
          disabled={disabled || send.isPending}
          icon={<Icon name="upload" size={16} />}
          onClick={() => input.current?.click()}
        >
          {value === null ? `上传${label.replace(/（.*/, '')}` : '换一个'}
        </Button>
        {value !== null && (
          <Button size="small" type="text" danger disabled={disabled} onClick={() => onChange(null)}>
            移除
          </Button>
        )}
      </span>
      {value !== null && (
        <label htmlFor={altId}>
          替代文字
          <Input
            id={altId}
            value={value.alt}
            maxLength={100}
            disabled={disabled}
            placeholder="写给看不见图的人"
            onChange={({ target }) => onChange({ ...value, alt: target.value })}
          />
        </label>
      )}
      {problem !== null && (
        <span className="bad" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}
