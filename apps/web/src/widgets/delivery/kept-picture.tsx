import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { photoBytes, useOutbox } from '#lib/kept/outbox.ts';
import { StoredPicture } from '../stored-picture.tsx';

/** A picture that may still be on this phone alone: drawn from there as long as it is, else as it is stored. */
export function KeptPicture({ id, label }: { id: string; label: string }) {
  const work = useOutbox(({ works }) => works.find((one) => one.id === id || one.receipt?.file?.id === id));
  const own = work?.id ?? null;
  const { data } = useQuery({
    queryKey: ['kept-picture', own],
    queryFn: () => (own === null ? null : photoBytes(own)),
    enabled: own !== null,
    staleTime: Infinity,
  });
  const [url, setUrl] = useState<string | null>(null);
  const type = work?.photo?.type;
  useEffect(() => {
    if (!data) return undefined;
    const made = URL.createObjectURL(new Blob([data], type ? { type } : {}));
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [data, type]);
  if (url !== null) return <img className="file-upload-picture" src={url} alt={label} />;
  if (own !== null && data === undefined) return <span className="file-upload-wait" aria-hidden />;
  return <StoredPicture url={`/upms/file/${id}`} label={label} />;
}
