import { useState, Suspense } from 'react';
import { Icon } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import { useFileLink } from '#widgets/stored-picture.tsx';
import './photos.css';

const FileDrawer = later(async () => (await import('#widgets/file-viewer/file-drawer.tsx')).FileDrawer);

/** A file that a danger holds. */
export interface Held {
  id: string;
  name: string;
}

/** The first photo of a danger, small, with how many there are. */
export function Thumb({ photos, label }: { photos: readonly Held[]; label: string }) {
  const [first] = photos;
  return (
    <span className="danger-thumb">
      {first ? <Picture id={first.id} label={label} /> : <Icon name="image" size={18} />}
      {photos.length > 1 && <b aria-label={`共 ${photos.length} 张照片`}>{photos.length}</b>}
    </span>
  );
}

/** A stored photo, or a word where it does not come. */
export function Picture({ id, label }: { id: string; label: string }) {
  const { data, isError } = useFileLink(id);
  if (isError) return <span className="danger-no-photo">照片暂时打不开</span>;
  if (!data) return <span className="danger-photo-wait" aria-hidden />;
  return <img src={data.url} alt={label} draggable={false} />;
}

/** Photos in a row; each opens whole. */
export function PhotoRow({ photos, label }: { photos: readonly Held[]; label: string }) {
  const [open, setOpen] = useState<Held | null>(null);
  if (photos.length === 0) return <span className="kit-none">—</span>;
  return (
    <>
      <span className="danger-photo-row">
        {photos.map((photo, at) => (
          <button key={photo.id} type="button" aria-label={`查看${label} ${at + 1}`} onClick={() => setOpen(photo)}>
            <Picture id={photo.id} label={`${label} ${at + 1}`} />
          </button>
        ))}
      </span>
      {open && (
        <Suspense fallback={null}>
          <FileDrawer fileId={open.id} label={label} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Papers by their names; each opens in the viewer. */
export function Papers({ files }: { files: readonly Held[] }) {
  const [open, setOpen] = useState<Held | null>(null);
  if (files.length === 0) return <span className="kit-none">—</span>;
  return (
    <>
      <span className="danger-papers">
        {files.map((file) => (
          <button key={file.id} type="button" className="link" onClick={() => setOpen(file)}>
            {file.name}
          </button>
        ))}
      </span>
      {open && (
        <Suspense fallback={null}>
          <FileDrawer fileId={open.id} label={open.name} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
