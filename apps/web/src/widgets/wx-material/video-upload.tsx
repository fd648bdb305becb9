import { Input } from 'antd';
import { useState } from 'react';
import type { WxMaterial } from '#lib/wx-material-calls.ts';
import { MaterialUpload } from './upload.tsx';

interface Props {
  appId: string;
  onDone: (material: WxMaterial, introduction: string) => void;
}

/** Form for a video: title and introduction must be entered before the file. */
export function VideoUpload({ appId, onDone }: Props) {
  const [title, setTitle] = useState('');
  const [introduction, setIntroduction] = useState('');
  return (
    <>
      <Input
        className="material-words"
        aria-label="视频标题"
        placeholder="视频标题"
        maxLength={64}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <Input
        className="material-words"
        aria-label="视频描述"
        placeholder="视频描述"
        maxLength={200}
        value={introduction}
        onChange={({ target }) => setIntroduction(target.value)}
      />
      <MaterialUpload
        appId={appId}
        kind="video"
        label="上传视频"
        about={{ ...(title.trim() ? { title: title.trim() } : {}), ...(introduction.trim() ? { introduction } : {}) }}
        onDone={(material) => {
          setTitle('');
          setIntroduction('');
          onDone(material, introduction.trim());
        }}
      />
    </>
  );
}
