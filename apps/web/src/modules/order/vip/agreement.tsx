import { formatInstant } from '@anlan/contract/domain/instant';
import type { ContentText } from '@anlan/contract/modules/content/text';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { SafeHtml } from '#ui/safe-html.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import './agreement.css';

interface Props {
  content: ContentText | null | undefined;
  error: Error | null;
  onRetry: () => void;
  agreed: boolean;
  problem: string | null;
  onAgree: (agreed: boolean) => void;
}

/** The membership agreement with its consent checkbox. */
export function Agreement({ content, error, onRetry, agreed, problem, onAgree }: Props) {
  const [whole, setWhole] = useState(false);
  if (error && !content) return <LoadFailed error={error} onRetry={onRetry} />;
  if (content === null) return <p className="vip-problem">还没有发布会员协议，暂时不能购买，请联系平台。</p>;
  if (content === undefined) return <Skeleton height={124} />;
  return (
    <section className="vip-agreement" aria-label={content.title}>
      <header>
        <b>{content.title}</b>
        <small>
          第 {content.edition} 版 · {formatInstant(content.publishedAt).slice(0, 10)}
        </small>
      </header>
      {/* Scrollable text must be keyboard focusable. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={whole ? 'vip-text whole' : 'vip-text'} tabIndex={whole ? 0 : undefined} id="vip-agreement">
        <SafeHtml html={content.content} />
      </div>
      <footer>
        <Checkbox
          checked={agreed}
          aria-describedby={problem ? 'vip-agree-problem' : undefined}
          onChange={({ target }) => onAgree(target.checked)}
        >
          已阅读并同意本协议
        </Checkbox>
        <button
          type="button"
          className="link"
          aria-expanded={whole}
          aria-controls="vip-agreement"
          onClick={() => setWhole(!whole)}
        >
          {whole ? '收起' : '阅读全文'}
        </button>
      </footer>
      {problem && (
        <p id="vip-agree-problem" className="vip-problem inside" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
