import { Button } from 'antd';
import { Suspense, useState } from 'react';
import type { WxMaterial } from '#lib/wx-material-calls.ts';
import { useHolds } from '#lib/person.ts';
import { Icon } from '#ui/icon.tsx';
import { ChatIcon } from '#ui/chat-icon.tsx';
import { later } from '#ui/later.tsx';
import { firstArticleOnly, materialNames, type MaterialType } from './limits.ts';
import { MaterialPicture } from './material.tsx';
import { MaterialUpload } from './upload.tsx';

const MaterialPicker = later(async () => (await import('./picker.tsx')).MaterialPicker);

/** A material that was chosen or uploaded. */
export interface Attached {
  mediaId: string;
  name: string;
  /** Its picture: a picture material of a news, else its address. */
  url: string | null;
  description?: string | undefined;
}

interface Props {
  appId: string;
  kind: MaterialType;
  value: Attached | null;
  onChange: (chosen: Attached | null) => void;
  /** What it is called, where it is not the answer itself. */
  label?: string;
}

/** A material of the account: chosen, or uploaded by those who may (RP-03). */
export function MaterialChoice({ appId, kind, value, onChange, label = materialNames[kind] }: Props) {
  const [choosing, setChoosing] = useState(false);
  const [told, setTold] = useState<string | null>(null);
  const mayUpload = useHolds('wxmp:wxmaterial:add');
  const mayChoose = useHolds('wxmp:wxmaterial:index');
  const take = ({ mediaId, name, url, content }: WxMaterial) => {
    setChoosing(false);
    const articles = content?.articles ?? [];
    setTold(articles.length > 1 ? firstArticleOnly : null);
    const [first] = articles;
    onChange({
      mediaId,
      name: first?.title ?? name ?? '',
      url: first?.thumbMediaId ?? url,
      ...(first?.digest ? { description: first.digest } : {}),
    });
  };
  const picture = value && (kind === 'image' ? value.mediaId : kind === 'news' ? value.url : null);
  return (
    <div className="material-choice">
      {value ? (
        <>
          {picture ? (
            <MaterialPicture appId={appId} mediaId={picture} label={value.name || label} />
          ) : (
            <ChatIcon name={kind === 'voice' ? 'mic' : kind === 'video' ? 'video' : 'note'} size={28} />
          )}
          <span className="what">
            <strong className="cut">{value.name || '未命名'}</strong>
            {value.description && <span className="chat-meek cut">{value.description}</span>}
            {told && (
              <span className="material-told" role="status">
                {told}
              </span>
            )}
          </span>
          <Button type="text" danger onClick={() => onChange(null)}>
            移除
          </Button>
        </>
      ) : (
        <>
          {mayChoose && (
            <Button icon={<Icon name="folder" size={16} />} onClick={() => setChoosing(true)}>
              从素材库选择{label}
            </Button>
          )}
          {mayUpload && kind !== 'news' && (
            <MaterialUpload appId={appId} kind={kind} label={`上传${label}`} onDone={take} />
          )}
        </>
      )}
      {choosing && (
        <Suspense fallback={null}>
          <MaterialPicker appId={appId} type={kind} onChoose={take} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  );
}
