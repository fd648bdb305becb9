import { isExternalUrl } from '@anlan/contract/domain/value-checks';
import { dangerStates } from '@anlan/contract/modules/danger/states';
import type { WxArticle, WxMessage, WxPhotoDanger } from '@anlan/contract/modules/wx-message/views';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { Icon } from '#ui/icon.tsx';
import { DictText } from '#widgets/dict-tag.tsx';
import { ChatIcon } from '#ui/chat-icon.tsx';
import { bellTime, clockTime, mediaLifeMs } from '../rules.ts';
import { eventText, kindNames } from '../words.ts';
import { withFaces } from '../emoji.ts';
import { Avatar } from './avatar.tsx';
import { useNow } from './use-now.ts';
import { SaidPicture, SaidThumb, SaidVideo, SaidVoice } from './message-media.tsx';

const address = /(https?:\/\/[^\s<>"'，。；！？、（）【】《》]+)/g;

/** Shows the text of a message. Web addresses become links without a referrer; everything else is plain text (S39). */
function LinkedText({ text }: { text: string }) {
  return text.split(address).map((part, at) =>
    at % 2 === 1 ? (
      // The parts never change their order, so the index is the React key.
      // oxlint-disable-next-line react/no-array-index-key
      <a key={at} className="link" href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      withFaces(part)
    ),
  );
}

const webAddress = (url: string | null | undefined) => (url && isExternalUrl(url) ? url : undefined);

interface OutwardProps {
  url?: string | null | undefined;
  title: string;
  text?: string | null | undefined;
  picture: ReactElement;
}
function Outward({ url, title, text, picture }: OutwardProps) {
  const to = webAddress(url);
  const words = (
    <span>
      <strong>{title}</strong>
      {text && <span className="chat-meek">{text}</span>}
    </span>
  );
  return to === undefined ? (
    <span className="say-article">
      {words}
      {picture}
    </span>
  ) : (
    <a className="say-article" href={to} target="_blank" rel="noopener noreferrer nofollow">
      {words}
      {picture}
    </a>
  );
}

function Place({ message: { repContent, repLocationX, repLocationY } }: { message: WxMessage }) {
  const at = repLocationX === null || repLocationY === null ? null : `${repLocationX}, ${repLocationY}`;
  return (
    <span className="say-place">
      <Icon name="place" />
      <span>
        {repContent || '位置'}
        {at && <span className="chat-meek"> 纬度、经度 {at}</span>}
        {at && (
          <>
            <br />
            <a
              className="link"
              href={`https://uri.amap.com/marker?position=${repLocationY},${repLocationX}`}
              target="_blank"
              rel="noopener noreferrer nofollow"
            >
              在高德地图打开
            </a>
          </>
        )}
      </span>
    </span>
  );
}

function Body({ message }: { message: WxMessage }) {
  const { repType, repContent, repName, repDesc, repUrl, content } = message;
  switch (repType) {
    case 'text':
      return <LinkedText text={repContent ?? ''} />;
    case 'image':
      return <SaidPicture message={message} />;
    case 'voice':
      return <SaidVoice message={message} />;
    case 'video':
    case 'shortvideo':
      return (
        <>
          <SaidVideo message={message} />
          {repName && <span className="chat-meek">{repName}</span>}
        </>
      );
    case 'location':
      return <Place message={message} />;
    case 'link':
      return (
        <Outward
          url={repUrl}
          title={repName ?? repUrl ?? '链接'}
          text={repDesc}
          picture={<Icon name="outward" size={16} />}
        />
      );
    case 'music':
      return (
        <Outward url={repUrl} title={repName ?? '音乐'} text={repDesc} picture={<SaidThumb message={message} />} />
      );
    case 'news': {
      // An automatic reply stores only the name of the material, so show this name as the title.
      const articles: readonly WxArticle[] = content?.articles ?? [{ title: repName ?? '图文消息' }];
      return articles.map(({ title, digest, url, thumbUrl }, at) => (
        <Outward
          // Articles never change their order, so the index is the React key.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          url={url}
          title={title}
          text={digest}
          picture={<SaidThumb message={at === 0 ? message : { ...message, repThumbMediaId: null }} url={thumbUrl} />}
        />
      ));
    }
    default:
      return null;
  }
}

const media = new Set(['image', 'video', 'shortvideo']);
const keptFor = new Set(['voice', 'video', 'shortvideo']);

interface Props {
  message: WxMessage;
  /** The danger that was reported with the picture of the message. */
  danger?: WxPhotoDanger | undefined;
  /** Opens a danger report with the picture of the message. Undefined if the user may not report. */
  onDanger?: ((message: WxMessage) => void) | undefined;
  onRetry?: ((message: WxMessage) => void) | undefined;
  retrying?: boolean;
}

function Meta({ message, danger, onDanger, onRetry, retrying = false }: Props) {
  const { type, repType, createTime, sendState, failReason, senderName, auto, repContent } = message;
  const time = clockTime(createTime);
  const now = useNow();
  const until = new Date(createTime.getTime() + mediaLifeMs);
  if (type === '1')
    return (
      <div className="say-meta">
        <span>{time}</span>
        {repType === 'voice' && repContent && <span>识别：{repContent}</span>}
        {keptFor.has(repType) && until > now && (
          <span>
            {kindNames[repType]}保留到 {bellTime(until)}
          </span>
        )}
        {danger && (
          <Link className="link" to={`/bus/enterpriseexpinfo1/index?tab=all&id=${danger.dangerId}`}>
            隐患 {danger.no} <DictText type="rectificationStatus" codes={dangerStates} value={danger.status} />
          </Link>
        )}
        {repType === 'image' && !danger && onDanger && (
          <button type="button" className="link" onClick={() => onDanger(message)}>
            转为隐患
          </button>
        )}
      </div>
    );
  return (
    <div className="say-meta">
      {repType !== 'text' && <span>{kindNames[repType]}</span>}
      <span>
        {auto ? '自动回复' : senderName} {time}
      </span>
      {auto && <span>不算已回复</span>}
      {sendState === 'sending' && <span>正在发送</span>}
      {sendState === 'sent' && <span>已送达</span>}
      {sendState === 'failed' && (
        <>
          <span className="bad" role="alert">
            发送失败：{failReason ?? '微信没有接收'}
          </span>
          {onRetry && (
            <button type="button" className="link" disabled={retrying} onClick={() => onRetry(message)}>
              {retrying ? '正在重发' : '重新发送'}
            </button>
          )}
        </>
      )}
    </div>
  );
}

export function MessageView(props: Props) {
  const { message } = props;
  const { type, repType, nickName, headimgUrl, senderName, auto, createTime, repContent } = message;
  if (repType === 'event')
    return (
      <div className="happened">
        <ChatIcon name="tap" size={14} />
        {eventText(message)} · {clockTime(createTime)}
      </div>
    );
  if (repType === 'note' || type === '3')
    return (
      <div className="said-note">
        <ChatIcon name="note" size={14} />
        <span>
          {clockTime(createTime)} {senderName}的备注：{repContent} <small>粉丝看不到</small>
        </span>
      </div>
    );
  const own = type === '2';
  const shape = media.has(repType) ? 'bubble media' : 'bubble';
  return (
    <div className={own ? 'say ours' : 'say'}>
      {!own && <Avatar name={nickName} picture={headimgUrl} />}
      <div className={['news', 'link', 'music', 'location'].includes(repType) ? `${shape} card-like` : shape}>
        <Body message={message} />
      </div>
      {own && <Avatar name={auto ? '自' : (senderName ?? '我')} />}
      <Meta {...props} />
    </div>
  );
}
