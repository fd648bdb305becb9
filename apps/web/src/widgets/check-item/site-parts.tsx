import { countResults, type AnsweredItem, type ItemAnswer } from '@anlan/contract/modules/checklist/check-item';
import { useMutation } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { memo, useCallback, useEffect, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { ItemCard } from './item-card.tsx';
import type { SiteSteps } from './use-on-site.ts';
import './site.css';

const undoMs = 10_000;
const share = (part: number, whole: number) => `${whole === 0 ? 0 : (part / whole) * 100}%`;
const farOf = (own: number, queued: number) =>
  own > 0 ? `另 ${own} 项须填数或拍照` : queued > 0 ? `已存本机，${queued} 项待发送` : '已保存';

interface Props {
  items: readonly AnsweredItem[];
  site: SiteSteps;
}

export function SiteItems({
  items,
  site,
  isOpen,
  asks,
  forOrder = false,
}: Props & { isOpen: boolean; asks: boolean; forOrder?: boolean }) {
  const [adding, setAdding] = useState(false);
  const { answer: give } = site;
  const answer = useCallback((key: string, itemAnswer: ItemAnswer) => give({ key, given: itemAnswer }), [give]);
  return (
    <>
      <Cards
        items={items}
        isOpen={isOpen}
        asks={asks}
        forOrder={forOrder}
        aboutPhoto={site.aboutPhoto}
        answer={answer}
      />
      {isOpen && (
        <Button
          className="site-add"
          type="dashed"
          block
          icon={<Icon name="plus" size={16} />}
          onClick={() => setAdding(true)}
        >
          添加检查表以外的问题
        </Button>
      )}
      {adding && (
        <AskText
          title="添加现场问题"
          label="发现的问题"
          most={200}
          verb="添加"
          onClose={() => setAdding(false)}
          act={(text) => site.add.mutateAsync(text)}
        />
      )}
    </>
  );
}

interface CardsProps extends Pick<Props, 'items'> {
  isOpen: boolean;
  asks: boolean;
  forOrder: boolean;
  aboutPhoto: SiteSteps['aboutPhoto'];
  answer: (key: string, given: ItemAnswer) => Promise<unknown>;
}
/** The list of check items. It renders when an answer changes, not when the sending state of an answer changes. */
const Cards = memo(({ items, isOpen, asks, forOrder, aboutPhoto, answer }: CardsProps) => (
  <ol className="site-items">
    {items.map((checkItem, at) => (
      <ItemCard
        key={checkItem.item.key}
        found={checkItem}
        at={at}
        total={items.length}
        isOpen={isOpen}
        asks={asks}
        forOrder={forOrder}
        about={aboutPhoto(checkItem)}
        onAnswer={answer}
      />
    ))}
  </ol>
));

export function SiteBar({ items, site, isBusy = false, onFinish }: Props & { isBusy?: boolean; onFinish: () => void }) {
  const { total, done, fail, rest } = countResults(items);
  const isWhole = rest === 0;
  return (
    <div className="site-bar">
      <div className="site-far">
        <span>
          已填 <b>{done}</b> / {total}
          {fail > 0 && (
            <span className="site-bad">
              {' '}
              · 不符合 <b>{fail}</b>
            </span>
          )}
        </span>
        <span>{farOf(total - done - rest, site.queued)}</span>
      </div>
      <div
        className="site-track"
        role="progressbar"
        aria-label="填写进度"
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={total}
      >
        <i style={{ width: share(done - fail, total) }} />
        <i className="is-bad" style={{ width: share(fail, total) }} />
      </div>
      <Undo site={site} count={items.filter((one) => one.rest).length} />
      <Button
        type="primary"
        size="large"
        block
        loading={site.rest.isPending || isBusy}
        onClick={isWhole ? onFinish : () => site.rest.mutate()}
      >
        {isWhole ? '交表' : `除此之外全部正常（${rest} 项）`}
      </Button>
    </div>
  );
}

function Undo({ site, count }: Pick<Props, 'site'> & { count: number }) {
  const { isSuccess, submittedAt } = site.rest;
  const [now, setNow] = useState(() => Date.now());
  const runs = isSuccess && count > 0;
  const left = runs ? undoMs - Math.max(0, now - submittedAt) : 0;
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [runs, submittedAt]);
  if (left <= 0) return null;
  return (
    <div className="site-undo" role="status">
      已将 {count} 项记为符合
      <Button
        size="small"
        onClick={() => {
          site.undo.mutate();
          site.rest.reset();
        }}
      >
        撤销（{Math.ceil(left / 1000)}）
      </Button>
    </div>
  );
}

export const scrollToItem = (key: string): void =>
  document.getElementById(`item-${key}`)?.scrollIntoView({ block: 'center', behavior: 'smooth' });

interface AskProps {
  title: string;
  label: string;
  most: number;
  verb: string;
  danger?: boolean;
  act: (text: string) => Promise<unknown>;
  onClose: () => void;
}
export function AskText({ title, label, most, verb, danger = false, act, onClose }: AskProps) {
  const [text, setText] = useState('');
  const send = useMutation({ mutationFn: () => act(text.trim()), onSuccess: onClose });
  return (
    <TabModal
      open
      title={title}
      okText={verb}
      cancelText="取消"
      okButtonProps={{ danger, loading: send.isPending, disabled: text.trim() === '' }}
      onOk={() => send.mutate()}
      onCancel={onClose}
    >
      <Input.TextArea
        aria-label={label}
        placeholder={label}
        rows={3}
        maxLength={most}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {send.error && (
        <p className="site-missing" role="alert">
          {send.error.message}
        </p>
      )}
    </TabModal>
  );
}
