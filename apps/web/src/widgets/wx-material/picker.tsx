import { useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { useState } from 'react';
import type { WxMaterial } from '#lib/wx-material-calls.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { MaterialPreview } from './material.tsx';
import { materialPage } from './material-page.ts';
import { materialNames, pagerSizes, type MaterialType } from './limits.ts';
import './wx-material.css';

interface Props {
  appId: string;
  type: MaterialType;
  onChoose: (material: WxMaterial) => void;
  onClose: () => void;
}

export function MaterialPicker({ appId, type, onChoose, onClose }: Props) {
  const [at, setAt] = useState<{ current: number; size: number }>({ current: 1, size: pagerSizes[0] });
  const { data, error, refetch } = useQuery(materialPage(appId, type, at.current, at.size));
  return (
    <TabModal open width={760} title={`从素材库选择${materialNames[type]}`} footer={null} onCancel={onClose}>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={240} />}
      {data?.items.length === 0 && <Empty icon="image" title={`素材库里还没有${materialNames[type]}`} />}
      <ul className={`material-grid ${type}`}>
        {data?.items.map((material) => (
          <li key={material.mediaId}>
            <MaterialPreview appId={appId} material={material} />
            <span className="material-name" title={material.name ?? ''}>
              {material.content?.articles[0]?.title ?? material.name ?? '未命名'}
              {(material.content?.articles.length ?? 0) > 1 && `（共 ${material.content?.articles.length} 条）`}
            </span>
            <button
              type="button"
              className="btn"
              aria-label={`选择${material.name ?? materialNames[type]}`}
              onClick={() => onChoose(material)}
            >
              选择
            </button>
          </li>
        ))}
      </ul>
      {data && data.totalCount > 0 && (
        <Pagination
          align="end"
          size="small"
          current={at.current}
          pageSize={at.size}
          total={data.totalCount}
          showSizeChanger
          pageSizeOptions={[...pagerSizes]}
          showTotal={(total) => `共 ${total} 个`}
          onChange={(current, size) => setAt({ current: size === at.size ? current : 1, size })}
        />
      )}
    </TabModal>
  );
}
