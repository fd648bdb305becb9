import type { WxArticle } from '@anlan/contract/modules/wx-message/views';
import { Button } from 'antd';
import { Suspense, useRef, useState } from 'react';
import { wxMaterials, type WxMaterial } from '#lib/wx-material-calls.ts';
import { useHasPermit } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { ChatIcon } from '#ui/chat-icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { firstArticleOnly, materialNames, type MaterialType } from './limits.ts';
import { MaterialPicture } from './material.tsx';
import { MaterialUpload } from './upload.tsx';
import { VideoUpload } from './video-upload.tsx';

const MaterialPicker = lazyPart(async () => (await import('./picker.tsx')).MaterialPicker);

type Article = NonNullable<WxMaterial['content']>['articles'][number];

export interface Attached {
  mediaId: string;
  name: string;
  /** For a news item, the media id of its picture; otherwise an address. */
  url: string | null;
  description?: string | undefined;
  /** The first article of a news item, as the chat sends it. */
  article?: WxArticle | undefined;
}

interface Props {
  appId: string;
  kind: MaterialType;
  value: Attached | null;
  onChange: (chosen: Attached | null) => void;
  label?: string;
}

const addressMax = 1_000;
/** Converts an article of the material list to the format of a chat message. */
function articleOf({ title, digest, url, thumbUrl }: Article): WxArticle {
  const short = (address: string | null) => (address && address.length <= addressMax ? address : undefined);
  return { title, digest: digest ?? undefined, url: short(url), thumbUrl: short(thumbUrl) };
}

/** Selects a material of the account; authorized users may upload one (RP-03). */
export function MaterialChoice({ appId, kind, value, onChange, label = materialNames[kind] }: Props) {
  const [choosing, setChoosing] = useState(false);
  const [noteText, setNoteText] = useState<string | null>(null);
  const mayUpload = useHasPermit('wxmp:wxmaterial:add');
  const mayChoose = useHasPermit('wxmp:wxmaterial:index');
  const last = useRef('');
  const take = async ({ mediaId, name, url, content }: WxMaterial, introduction?: string) => {
    last.current = mediaId;
    setChoosing(false);
    const articles = content?.articles ?? [];
    setNoteText(articles.length > 1 ? firstArticleOnly : null);
    const [first] = articles;
    const attachment: Attached = {
      mediaId,
      name: first?.title ?? name ?? '',
      url: first?.thumbMediaId ?? url,
      description: (first?.digest ?? introduction) || undefined,
      ...(first ? { article: articleOf(first) } : {}),
    };
    onChange(attachment);
    if (kind !== 'video' || introduction !== undefined) return;
    // The material list lacks the title and description of a video, so they are read separately.
    const about = await wxMaterials.video({ appId, mediaId }, { quiet: true }).catch(() => null);
    if (about === null || last.current !== mediaId) return;
    onChange({ ...attachment, name: about.title ?? attachment.name, description: about.description ?? undefined });
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
            {noteText && (
              <span className="material-told" role="status">
                {noteText}
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
            <VideoUpload appId={appId} onDone={(material, introduction) => void take(material, introduction)} />
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
