import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef } from 'react';
import { Icon } from '#ui/icon.tsx';
import { namedByContent, uploadProblem } from '#widgets/upload-rules.ts';
import { uploadLogo } from '../calls.ts';

interface Props {
  value?: string | null;
  onChange?: (url: string | null) => void;
}

/** Uploads the public logo. It is published immediately, before the form is saved. */
export function LogoUpload({ value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const send = useMutation({
    mutationFn: async (selection: File) => {
      const file = await namedByContent(selection);
      const problem = uploadProblem('logo', file);
      if (problem !== null) throw new Error(problem);
      return uploadLogo(file);
    },
    onSuccess: ({ url }) => onChange?.(url),
  });
  return (
    <div className="tenant-logo-field">
      <input
        ref={input}
        type="file"
        hidden
        accept=".jpg,.jpeg,.png"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) send.mutate(file);
          target.value = '';
        }}
      />
      {value && <img src={value} alt="标志" className="tenant-logo-big" />}
      <span className="tenant-logo-acts">
        <Button loading={send.isPending} icon={<Icon name="upload" size={16} />} onClick={() => input.current?.click()}>
          {value ? '重新上传标志' : '上传标志'}
        </Button>
        {value && (
          <Button type="text" danger onClick={() => onChange?.(null)}>
            移除
          </Button>
        )}
      </span>
      {send.error && (
        <p role="alert" className="tenant-problem">
          {send.error.message}
        </p>
      )}
    </div>
  );
}
