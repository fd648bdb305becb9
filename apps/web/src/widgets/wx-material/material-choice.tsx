import type { WxArticle } from '@anlan/contract/modules/wx-message/views';
import { Button } from 'antd';
import { Suspense, useRef, useState } from 'react';
import { wxMaterials, type WxMaterial } from '#lib/wx-material-calls.ts';
import { useHolds } from '#lib/person.ts';
import { Icon } from '#ui/icon.tsx';
import { ChatIcon } from '#ui/chat-icon.tsx';
import { later } from '#ui/later.tsx';
import { firstArticleOnly, materialNames, type MaterialType } from './limits.ts';
import { MaterialPicture } from './material.tsx';
import { MaterialUpload } from './upload.tsx';
import { VideoUpload } from './video-upload.tsx';

const MaterialPicker = later(async () => (await import('./picker.tsx')).MaterialPicker);

type Article = NonNullable<WxMaterial['content']>['articles'][number];

/** A material that was chosen or uploaded. */
export interface Attached {
  mediaId: string;
  name: string;
  /** Its picture: a picture material of a news, else its address. */
  url: string | null;
  description?: string | undefined;
  /** The first article of a news, as a chat shows it. */
  article?: WxArticle | undefined;
}

interface Props {
  appId: string;
  kind: MaterialType;
  value: Attached | null;
  onChange: (chosen: Attached | null) => void;
  /** What it is called, where it is not the answer itself. */
  label?: string;
}

const addressMax = 1_000;
/** An article as a message carries it. */
function articleOf({ title, digest, url, thumbUrl }: Article): WxArticle {
  const short = (address: string | null) => (address && address.length <= addressMax ? address : undefined);
  return { title, digest: digest ?? undefined, url: short(url), thumbUrl: short(thumbUrl) };
}

/** A material of the account: chosen, or uploaded by those who may (RP-03). */
export function MaterialChoice({ appId, kind, value, onChange, label = materialNames[kind] }: Props) {
  const [choosing, setChoosing] = useState(false);
  const [told, setTold] = useState<string | null>(null);
  const mayUpload = useHolds('wxmp:wxmaterial:add');
  const mayChoose = useHolds('wxmp:wxmaterial:index');
  const last = useRef('');
  const take = async ({ mediaId, name, url, content }: WxMaterial, introduction?: string) => {
    last.current = mediaId;
    setChoosing(false);
    const articles = content?.articles ?? [];
    setTold(articles.length > 1 ? firstArticleOnly : null);
    const [first] = articles;
    const chosen: Attached = {
      mediaId,
      name: first?.title ?? name ?? '',
      url: first?.thumbMediaId ?? url,
      description: (first?.digest ?? introduction) || undefined,
      ...(first ? { article: articleOf(first) } : {}),
    };
    onChange(chosen);
    if (kind !== 'video' || introduction !== undefined) return;
    // A list of materials does not say what a video is called and about.
    const about = await wxMaterials.video({ appId, mediaId }, { quiet: true }).catch(() => null);
    if (about === null || last.current !== mediaId) return;
    onChange({ ...chosen, name: about.title ?? chosen.name, description: about.description ?? undefined });
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
          <Button
            type="text"
            danger
            onClick={() => {
              last.current = '';
              onChange(null);
            }}
          >
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
          {mayUpload && kind === 'video' && (
            <VideoUpload appId={appId} onDone={(material, said) => void take(material, said)} />
          )}
          {mayUpload && kind !== 'news' && kind !== 'video' && (
            <MaterialUpload
              appId={appId}
              kind={kind}
              label={`上传${label}`}
              onDone={(material) => void take(material)}
            />
          )}
        </>
      )}
      {choosing && (
        <Suspense fallback={null}>
          <MaterialPicker
            appId={appId}
            type={kind}
            onChoose={(material) => void take(material)}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
