import { App, Input } from 'antd';
import { useState } from 'react';
import { MaterialUpload } from '#widgets/wx-material/upload.tsx';

/** A video wants a title and an introduction before it is chosen. */
export function VideoUpload({ appId }: { appId: string }) {
  const { message } = App.useApp();
  const [title, setTitle] = useState('');
  const [introduction, setIntroduction] = useState('');
  return (
    <>
      <Input
        aria-label="视频标题"
        placeholder="视频标题"
        maxLength={64}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <Input
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
        onDone={() => {
          setTitle('');
          setIntroduction('');
          void message.success('上传成功');
        }}
      />
    </>
  );
}
