import { TabDrawer } from '#ui/tab-modal.tsx';
import { FileViewer } from './file-viewer.tsx';

export function FileDrawer({ fileId, label, onClose }: { fileId: string; label: string; onClose: () => void }) {
  return (
    <TabDrawer open onClose={onClose} title={label} size={880} destroyOnHidden>
      <FileViewer fileId={fileId} label={label} />
    </TabDrawer>
  );
}
