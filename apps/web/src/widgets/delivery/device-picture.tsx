import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { photoBytes, useOutbox } from '#lib/offline/outbox.ts';
import { StoredPicture } from '../stored-picture.tsx';

/** Shows a picture: from this phone until it is delivered, then from the server. */
export function KeptPicture({ id, label }: { id: string; label: string }) {
  const work = useOutbox(({ works }) => works.find((one) => one.id === id || one.receipt?.file?.id === id));
  const own = work?.id ?? null;
  const { data } = useQuery({
    queryKey: ['kept-picture', own],
    queryFn: () => (own === null ? null : photoBytes(own)),
    enabled: own !== null,
    staleTime: Infinity,
  });
  if (data) return <Drawn data={data} type={work?.photo?.type ?? ''} label={label} />;
  if (own !== null && data === undefined) return <span className="file-upload-wait" aria-hidden />;
  return <StoredPicture url={`/upms/file/${id}`} label={label} />;
}

/** Draws bytes as a picture; releases the object URL at unmount. */
function Drawn({ data, type, label }: { data: ArrayBuffer; type: string; label: string }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([data], { type }));
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [data, type]);
  return <img ref={image} className="file-upload-picture" alt={label} />;
}
