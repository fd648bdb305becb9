import { limits } from '@anlan/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { LoadFailed, PageSkeleton } from '#ui/page-states.tsx';
import { readBytes } from '#lib/read-bytes.ts';
import { decodeText } from './decode-text.ts';

/** Shows a file as plain text, never as markup. */
export function TextView({ fileId, url, name }: { fileId: string; url: string; name: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['file', 'text', fileId],
    queryFn: async ({ signal }) => {
      const { bytes, more } = await readBytes(url, limits.preview.textBytes, signal);
      return { ...decodeText(bytes), more };
    },
    staleTime: Infinity,
  });
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <div className="viewer-text">
      <p className="sub">
        {data.encoding}
        {data.more && `，文件较大，只显示前 ${limits.preview.textBytes / 1024 / 1024} MB，全文请下载`}
      </p>
      {/* Focusable, so that the keyboard can scroll. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="region" aria-label={name}>
        {data.text}
      </pre>
    </div>
  );
}
