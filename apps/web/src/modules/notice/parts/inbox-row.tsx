import type { Notice } from '@anlan/contract/modules/notice/announcement-feed';
import { Ago } from '#ui/time-ago.tsx';
import { Icon } from '#ui/icon.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';

interface Props {
  row: Notice;
  isOpen: boolean;
  onOpen: () => void;
}

export function InboxRow({ row, isOpen, onOpen }: Props) {
  const unread = row.readAt === null;
  return (
    <button
      type="button"
      className={unread ? 'notice-row notice-unread' : 'notice-row'}
      aria-current={isOpen}
      onClick={onOpen}
    >
      <span className="notice-dot">{unread && <span>未读</span>}</span>
      <span className="notice-title" title={row.title}>
        {row.pinned && <span className="notice-pin">置顶</span>}
        {row.title}
      </span>
      <Ago at={row.publishAt} />
      <span className="notice-summary">{row.summary}</span>
      <span className="notice-tags">
        <DictTag type="noticeKind" value={row.kind} />
        {row.needReceipt &&
          (row.receiptAt === null ? (
            <span className="tag tone-orange">
              {row.receiptDueOn === null ? '需回执' : `${row.receiptDueOn.slice(5)} 前回执`}
            </span>
          ) : (
            <span className="tag tone-green">已回执</span>
          ))}
        {row.reminded && <span className="tag tone-red">催阅</span>}
        {row.hasFiles && (
          <span className="notice-clip">
            <Icon name="file" size={14} />
            附件
          </span>
        )}
        <span className="notice-from">{row.fromName}</span>
      </span>
    </button>
  );
}
