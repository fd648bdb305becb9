import type { StoredFile } from '@anlan/contract/kit/field';
import { Button } from 'antd';
import { useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { FileViewer } from '../file-viewer/file-viewer.tsx';
import './files.css';

interface Props {
  files: readonly StoredFile[];
  first: string;
  onClose: () => void;
}

export function GalleryDrawer({ files, first, onClose }: Props) {
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      files.findIndex(({ id }) => id === first),
    ),
  );
  const file = files[at];
  const turn = (by: number) => setAt((now) => Math.min(files.length - 1, Math.max(0, now + by)));
  if (!file) return null;
  return (
    <TabDrawer
      open
      size={880}
      title={files.length > 1 ? `第 ${at + 1} 个，共 ${files.length} 个` : '查看文件'}
      onClose={onClose}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') turn(-1);
        if (key === 'ArrowRight') turn(1);
      }}
      footer={
        files.length > 1 && (
          <div className="files-turn">
            <Button icon={<Icon name="left" size={16} />} disabled={at === 0} onClick={() => turn(-1)}>
              上一个
            </Button>
            <Button disabled={at === files.length - 1} onClick={() => turn(1)}>
              下一个
              <Icon name="right" size={16} />
            </Button>
          </div>
        )
      }
    >
      <FileViewer key={file.id} fileId={file.id} />
    </TabDrawer>
  );
}
