import type { Attachment } from '@anlan/contract/modules/notice/announcement';
import { uploadPurposes } from '@anlan/contract/modules/file/file';
import { limits } from '@anlan/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { useRef, useState } from 'react';
import { files } from '#lib/shared-calls.ts';
import { Icon } from '#ui/icon.tsx';
import { fileIdOf } from '#widgets/stored-picture.tsx';
import { acceptOf, namedByContent, uploadProblem } from '#widgets/upload-rules.ts';

interface Props {
  value?: Attachment[];
  onChange?: (files: Attachment[]) => void;
  id?: string;
}

export function FilesField({ value = [], onChange, id }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const send = useMutation({
    mutationFn: (file: File) => {
      const limitSize = Math.ceil(uploadPurposes.document.maxBytes / 1024);
      const options = { onProgress: setShare, quiet: true };
      return files.upload({ file, dir: 'document', limitSize, fileType: 'file' }, options);
    },
    onSuccess: ({ url, name }) => onChange?.([...value, { id: fileIdOf(url), name }]),
    onError: (error) => setProblem(error.message),
  });
  const choose = async (selection: File | undefined) => {
    if (!selection) return;
    const file = await namedByContent(selection);
    const refused = uploadProblem('document', file);
    setProblem(refused);
    setShare(0);
    if (refused === null) send.mutate(file);
  };
  return (
    <div className="notice-upload">
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptOf('document')}
        onChange={({ target }) => {
          void choose(target.files?.[0]);
          target.value = '';
        }}
      />
      {value.length > 0 && (
        <ul>
          {value.map((file) => (
            <li key={file.id}>
              <Icon name="file" size={16} />
              <span className="list-cut" title={file.name}>
                {file.name}
              </span>
              <Button
                type="text"
                size="small"
                danger
                aria-label={`移除 ${file.name}`}
                onClick={() => onChange?.(value.filter((one) => one.id !== file.id))}
              >
                移除
              </Button>
            </li>
          ))}
        </ul>
      )}
      {send.isPending && <Progress percent={Math.round(share * 100)} size="small" aria-label="附件上传进度" />}
      <Button
        {...(id ? { id } : {})}
        icon={<Icon name="upload" size={16} />}
        loading={send.isPending}
        disabled={value.length >= limits.announcement.files}
        onClick={() => input.current?.click()}
      >
        上传附件
      </Button>
      {problem && (
        <span className="notice-upload-problem" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}
