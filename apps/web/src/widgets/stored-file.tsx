import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { files } from '#lib/shared-calls.ts';
import { fileIdOf, StoredPicture, useFileLink } from './stored-picture.tsx';
import './file-upload.css';

const FileDrawer = lazyPart(async () => (await import('./file-viewer/file-drawer.tsx')).FileDrawer);

export function StoredFile({ url, label }: { url: string; label: string }) {
  const [open, setOpen] = useState(false);
  const { data, isError } = useFileLink(url);
  const fileId = fileIdOf(url);
  const document = data !== undefined && !data.type.startsWith('image/');
  // An external document viewer may show the file in its own window. This query reads the address of the viewer.
  const view = useQuery({
    queryKey: ['file', 'view', fileId],
    queryFn: ({ signal }) => files.view({ fileId }, { signal, quiet: true }),
    enabled: document,
    staleTime: 240_000,
    refetchInterval: 240_000,
  });
  if (isError) return <span className="file-upload-problem">{label}暂时打不开</span>;
  if (!data) return <span className="file-upload-wait" aria-hidden />;
  const elsewhere = view.data !== undefined && /^https?:/.test(view.data) ? view.data : null;
  return (
    <>
      {document ? (
        <Button
          type="link"
          className="file-upload-open"
          icon={<Icon name="file" size={16} />}
          {...(elsewhere === null
            ? { onClick: () => setOpen(true) }
            : { href: elsewhere, target: '_blank', rel: 'noopener noreferrer' })}
        >
          查看{label}
        </Button>
      ) : (
        <button type="button" className="file-upload-show" aria-label={`查看${label}`} onClick={() => setOpen(true)}>
          <StoredPicture url={url} label={label} />
        </button>
      )}
      {open && (
        <Suspense fallback={null}>
          <FileDrawer fileId={fileId} label={label} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
