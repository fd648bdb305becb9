import { uploadPurposes } from '@anlan/contract/modules/file/file';
import { useMutation } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { use, useRef, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { isAway } from '#lib/api-error.ts';
import { files } from '#lib/shared-calls.ts';
import { StoredFile } from './stored-file.tsx';
import { acceptOf, namedByContent, uploadProblem, type UploadKind } from './upload-rules.ts';
import { Uploading } from './upload-state.ts';
import './file-upload.css';

const pictured = new Set<UploadKind>(['logo', 'avatar', 'picture']);

interface Props {
  kind: UploadKind;
  /** Address of the uploaded file on this server, or null. */
  value?: string | null | undefined;
  onChange?: (url: string | null) => void;
  id?: string;
  label: string;
}

export function FileUpload({ kind, value, onChange, id, label }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef(new AbortController());
  const tell = use(Uploading);
  const send = useMutation({
    mutationFn: (file: File) => {
      stop.current = new AbortController();
      const limitSize = Math.ceil(uploadPurposes[kind].maxBytes / 1024);
      const options = { onProgress: setShare, signal: stop.current.signal, quiet: true };
      return files.upload({ file, dir: kind, limitSize, fileType: pictured.has(kind) ? 'image' : 'file' }, options);
    },
    onMutate: () => tell(true),
    onSuccess: ({ url }) => onChange?.(url),
    onError: (error) => setProblem(stop.current.signal.aborted ? null : error.message),
    onSettled: () => tell(false),
  });
  // The file that failed because of the network: the user can retry without selecting it again.
  const failed = isAway(send.error) ? send.variables : undefined;
  const choose = async (selection: File | undefined) => {
    if (!selection) return;
    const file = await namedByContent(selection);
    const refused = uploadProblem(kind, file);
    setProblem(refused);
    setShare(0);
    if (refused === null) send.mutate(file);
  };
  return (
    <div className="file-upload">
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptOf(kind)}
        onChange={({ target }) => {
          void choose(target.files?.[0]);
          target.value = '';
        }}
      />
      {value && !send.isPending && <StoredFile url={value} label={label} />}
      {send.isPending && (
        <div className="file-upload-progress">
          <Progress percent={Math.round(share * 100)} size="small" aria-label={`${label}上传进度`} />
          <Button type="link" size="small" onClick={() => stop.current.abort()}>
            取消
          </Button>
        </div>
      )}
      <span className="file-upload-buttons">
        <Button
          {...(id ? { id } : {})}
          disabled={send.isPending}
          aria-label={value ? `重新上传${label}` : `上传${label}`}
          icon={<Icon name="upload" size={16} />}
          onClick={() => input.current?.click()}
        >
          {value ? `重新上传${label}` : `上传${label}`}
        </Button>
        {value && !send.isPending && (
          <Button type="text" danger onClick={() => onChange?.(null)}>
            移除
          </Button>
        )}
      </span>
      {problem && (
        <span className="file-upload-problem" role="alert">
          {problem}
          {failed && (
            <Button type="link" size="small" onClick={() => choose(failed)}>
              重新上传 {failed.name}
            </Button>
          )}
        </span>
      )}
    </div>
  );
}
