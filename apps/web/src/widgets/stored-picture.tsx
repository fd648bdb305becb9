import { useQuery } from '@tanstack/react-query';
import { files } from '#lib/shared-calls.ts';
import './file-upload.css';

export const fileIdOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

/**
 * Query of the signed link of a stored file. Renews the link before it expires, unless the picture is already drawn.
 */
export const useFileLink = (url: string) =>
  useQuery({
    queryKey: ['file', url],
    queryFn: ({ signal }) => files.link({ id: fileIdOf(url) }, { signal, quiet: true }),
    staleTime: 240_000,
    refetchInterval: ({ state }) => (state.data?.type.startsWith('image/') ? false : 240_000),
  });

export function StoredPicture({ url, label }: { url: string; label: string }) {
  const { data, isError } = useFileLink(url);
  if (isError) return <span className="file-upload-problem">{label}暂时打不开</span>;
  if (!data) return <span className="file-upload-wait" aria-hidden />;
  return <img className="file-upload-picture" src={data.url} alt={label} />;
}
