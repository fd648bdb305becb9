import type { StoredFile as Stored } from '@anlan/contract/kit/field';
import { Suspense, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useFileLink } from '../stored-picture.tsx';
import { isPicture } from './rules.ts';
import './files.css';

const GalleryDrawer = lazyPart(async () => (await import('./gallery-drawer.tsx')).GalleryDrawer);

export function FileTile({ file, all }: { file: Stored; all: readonly Stored[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={isPicture(file) ? 'files-tile' : 'files-tile files-paper'}
        aria-label={`查看 ${file.name}`}
        title={file.name}
        onPointerEnter={GalleryDrawer.ahead}
        onFocus={GalleryDrawer.ahead}
        onClick={() => setOpen(true)}
      >
        {isPicture(file) ? <Thumb file={file} /> : <Paper file={file} />}
      </button>
      {open && (
        <Suspense fallback={null}>
          <GalleryDrawer files={all} first={file.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const Paper = ({ file }: { file: Stored }) => (
  <>
    <Icon name="file" size={20} />
    <span>{file.name}</span>
  </>
);

function Thumb({ file }: { file: Stored }) {
  const { data, isError } = useFileLink(file.id);
  if (isError)
    return (
      <span className="files-broken">
        <Icon name="alert" size={16} />
        打不开
      </span>
    );
  return data ? <img src={data.url} alt="" loading="lazy" decoding="async" /> : null;
}

export function Gallery({ files, label }: { files: readonly Stored[]; label: string }) {
  return (
    <ul className="files" aria-label={label}>
      {files.map((file) => (
        <li key={file.id}>
          <FileTile file={file} all={files} />
        </li>
      ))}
    </ul>
  );
}

export function FilesCell({ files, label, pictured }: { files: readonly Stored[]; label: string; pictured: boolean }) {
  const [open, setOpen] = useState(false);
  const [first] = files;
  if (!first) return null;
  const shown = pictured && isPicture(first);
  return (
    <>
      <button
        type="button"
        className={shown ? 'files-cell files-cell-picture' : 'files-cell'}
        aria-label={`查看${label}，共 ${files.length} 个`}
        onClick={() => setOpen(true)}
      >
        {shown ? <Thumb file={first} /> : <Icon name={isPicture(first) ? 'image' : 'file'} size={16} />}
        <span>{files.length}</span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <GalleryDrawer files={files} first={first.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
