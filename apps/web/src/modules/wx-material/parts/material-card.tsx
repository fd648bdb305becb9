import { sizeText } from '@anlan/contract/domain/number-text';
import { Button } from 'antd';
import { formatInstant } from '@anlan/contract/domain/instant';
import type { WxMaterial } from '#lib/wx-material-calls.ts';
import { MaterialPreview } from '#widgets/wx-material/material.tsx';

interface Props {
  appId: string;
  material: WxMaterial;
  onEdit?: (() => void) | undefined;
  onPublish?: (() => void) | undefined;
  onUses: () => void;
  onRemove?: (() => void) | undefined;
}

export function MaterialCard({ appId, material, onEdit, onPublish, onUses, onRemove }: Props) {
  const { name, updateTime, sizeBytes, usedCount, content } = material;
  const articles = content?.articles ?? [];
  const called = articles[0]?.title ?? name ?? '未命名';
  return (
    <li>
      <MaterialPreview appId={appId} material={material} />
      <span className="material-name" title={called}>
        {called}
      </span>
      <span className="material-foot">
        {articles.length > 1 && <span>{articles.length} 篇</span>}
        {sizeBytes !== null && <span>{sizeText(sizeBytes)}</span>}
        <span>{formatInstant(updateTime).slice(0, 10)}</span>
        {usedCount > 0 ? (
          <button type="button" className="link" aria-label={`${called}用在哪里`} onClick={onUses}>
            用过 {usedCount} 次
          </button>
        ) : (
          <span>没有用过</span>
        )}
      </span>
      {(onEdit || onPublish || onRemove) && (
        <span className="material-foot">
          {onEdit && (
            <Button size="small" aria-label={`编辑${called}`} onClick={onEdit}>
              编辑
            </Button>
          )}
          {onPublish && (
            <Button size="small" aria-label={`发布${called}`} onClick={onPublish}>
              发布
            </Button>
          )}
          {onRemove && (
            <Button size="small" danger aria-label={`删除${called}`} onClick={onRemove}>
              删除
            </Button>
          )}
        </span>
      )}
    </li>
  );
}
