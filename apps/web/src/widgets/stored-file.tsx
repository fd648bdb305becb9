import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Icon } from '#ui/icon.tsx';
import { files } from '#lib/shared-calls.ts';
import './file-upload.css';

const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

/** A stored file: its picture, or a way to open it, by a link that holds for a few minutes. */
export function StoredFile({ url, label }: { url: string; label: string }) {
  const { data, isError } = useQuery({
    queryKey: ['file', url],
    queryFn: ({ signal }) => files.link({ id: idOf(url) }, { signal, quiet: true }),
    // A link is made anew before it ends; a picture that has been drawn needs none.
    staleTime: 240_000,
    refetchInterval: ({ state }) => (state.data?.type.startsWith('image/') ? false : 240_000),
  });
  if (isError) return <span className="file-upload-problem">{label}暂时打不开</span>;
  if (!data) return <span className="file-upload-wait" aria-hidden />;
  if (data.type.startsWith('image/')) return <img className="file-upload-picture" src={data.url} alt={label} />;
  return (
    <Button
      type="link"
      className="file-upload-open"
      icon={<Icon name="file" size={16} />}
      href={data.url}
      target="_blank"
    >
      查看{label}
    </Button>
  );
}
