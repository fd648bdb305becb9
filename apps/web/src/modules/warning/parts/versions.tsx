import { formatInstant } from '@anlan/contract/domain/instant';
import { useQuery } from '@tanstack/react-query';
import type { Warning } from '@anlan/contract/modules/warning/resource';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { Gallery } from '#widgets/files/gallery.tsx';
import { versionsOf } from '../calls.ts';
import './warning.css';

export function Versions({ row, onClose }: { row: Warning; onClose: () => void }) {
  const { data, error, refetch } = useQuery(versionsOf(row.id));
  return (
    <TabDrawer open size={420} title={`历次证照：${row.itemName}`} onClose={onClose}>
      {error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ol className="warning-old">
          <li>
            <p>
              <b>第 {row.edition} 版（现行）</b> 有效期至 {row.validTo}
            </p>
            <Papers files={row.papers} />
          </li>
          {data.map(({ id, edition, validTo, papers, replacedAt, replacedBy }) => (
            <li key={id}>
              <p>
                <b>第 {edition} 版</b> 有效期至 {validTo}
              </p>
              <p className="sub">
                {formatInstant(replacedAt)} 由{replacedBy ?? '系统'}续办
              </p>
              <Papers files={papers} />
            </li>
          ))}
        </ol>
      ) : (
        <Skeleton height={240} />
      )}
    </TabDrawer>
  );
}

const Papers = ({ files }: { files: Warning['papers'] }) =>
  files && files.length > 0 ? <Gallery files={files} label="证照影像" /> : <p className="sub">没有上传影像</p>;
