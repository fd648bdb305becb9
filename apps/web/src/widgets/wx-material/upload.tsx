import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { useRef, useState } from 'react';
import { wxMaterials, type WxMaterial } from '#lib/wx-material-calls.ts';
import { Icon } from '#ui/icon.tsx';
import { namedByContent } from '../upload-rules.ts';
import { acceptOf, fileProblem, toldOf, uploadFailed, type MaterialKind } from './limits.ts';
import './wx-material.css';

interface Props {
  appId: string;
  kind: MaterialKind;
  about?: { title?: string; introduction?: string };
  label: string;
  onDone: (material: WxMaterial) => void;
}

/** Upload button for WeChat materials: one file at a time, with progress (VA-07, VA-08, ER-03). */
export function MaterialUpload({ appId, kind, about, label, onDone }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef(new AbortController());
  const client = useQueryClient();
  const [share, setShare] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const send = useMutation({
    mutationFn: (file: File) => {
      stop.current = new AbortController();
      const options = { onProgress: setShare, signal: stop.current.signal, quiet: true };
      return wxMaterials.upload({ appId, mediaType: kind, ...about, file }, options);
    },
    onSuccess: (material) => {
      void client.invalidateQueries({ queryKey: ['wx-material'] });
      onDone(material);
    },
    onError: ({ message }) => setProblem(stop.current.signal.aborted ? null : `${uploadFailed}${message}`),
  });
  const choose = async (selection: File | undefined) => {
    if (!selection) return;
    const file = await namedByContent(selection);
    const refused = fileProblem(kind, file);
    setProblem(refused);
    setShare(0);
    if (refused === null) send.mutate(file);
  };
  return (
    <span className="material-upload">
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptOf(kind)}
        aria-label={label}
        onChange={({ target }) => {
          void choose(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button
        icon={<Icon name="upload" size={16} />}
        disabled={send.isPending}
        onClick={() => input.current?.click()}
        aria-describedby={`material-${kind}-told`}
      >
        {label}
      </Button>
      {send.isPending ? (
        <span className="material-progress">
          <Progress percent={Math.round(share * 100)} size="small" aria-label="上传进度" />
          <Button type="link" size="small" onClick={() => stop.current.abort()}>
            取消
          </Button>
        </span>
      ) : (
        <span className="chat-meek" id={`material-${kind}-told`}>
          {toldOf(kind)}
        </span>
      )}
      {problem && (
        <span className="material-problem" role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}
