import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Icon } from '#ui/icon.tsx';
import { Empty, LoadFailed, PageSkeleton } from '#ui/page-states.tsx';
import { downloadAt } from '#lib/download.ts';
import { files } from '#lib/shared-calls.ts';
import { ImageView } from './image-view.tsx';
import { TextView } from './text-view.tsx';
import './file-viewer.css';

interface Props {
  fileId: string;
  label?: string;
}

export function FileViewer({ fileId, label }: Props) {
  const link = useQuery({
    queryKey: ['file', 'shown', fileId],
    queryFn: ({ signal }) => files.link({ id: fileId }, { signal, quiet: true }),
    // The address of a playing file must not change, so this query never becomes stale. An expired address is requested
    // again.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const fetching = useMutation({ mutationFn: () => downloadAt(`/upms/file/${fileId}?download=1`) });
  if (link.error) return <LoadFailed error={link.error} onRetry={() => void link.refetch()} />;
  if (!link.data) return <PageSkeleton />;
  const { url, type, name, takenAt, takenLng, takenLat } = link.data;
  const again = () => void link.refetch();
  return (
    <div className="viewer">
      <header>
        <h2 title={name}>{name}</h2>
        <Button
          icon={<Icon name="download" size={16} />}
          loading={fetching.isPending}
          onClick={() => fetching.mutate()}
        >
          下载
        </Button>
      </header>
      {(takenAt || takenLng !== null) && (
        <p className="viewer-taken">
          {takenAt && <span>照片自述拍摄时间 {formatInstant(takenAt)}</span>}
          {takenLng !== null && takenLat !== null && (
            <span>
              拍摄位置 东经 {takenLng.toFixed(5)}，北纬 {takenLat.toFixed(5)}
            </span>
          )}
          <small>由拍摄设备记录，可能被修改</small>
        </p>
      )}
      {shown()}
    </div>
  );

  function shown() {
    const [kind] = type.split('/');
    if (kind === 'image') return <ImageView url={url} name={label ?? name} onBroken={again} />;
    if (type === 'application/pdf') return <iframe className="viewer-page" src={`${url}#navpanes=0`} title={name} />;
    if (kind === 'text') return <TextView fileId={fileId} url={url} name={name} />;
    // Uploaded media have no captions.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    if (kind === 'audio') return <audio controls preload="metadata" src={url} aria-label={name} onError={again} />;
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    if (kind === 'video') return <video controls preload="metadata" src={url} aria-label={name} onError={again} />;
    return (
      <Empty icon="file" title="该类型的文件不能在线查看">
        <span>请下载后用本机的程序打开。</span>
      </Empty>
    );
  }
}
