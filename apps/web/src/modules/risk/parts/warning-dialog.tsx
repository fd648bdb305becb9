import type { RiskText } from '@anlan/contract/modules/risk/rule';
import { Button } from 'antd';
import { useRef } from 'react';
import { Icon } from '#ui/icon.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { lookOf } from '../rules.ts';
import './risk.css';

interface Props {
  text: Pick<RiskText, 'title' | 'content' | 'level'>;
  isPreview?: boolean;
  onClose: () => void;
}

/** The risk warning dialog (LY-06). A word, a colour and an icon show its level. */
export function WarningDialog({ text: { title, content, level }, isPreview = false, onClose }: Props) {
  const { label, tone, icon } = lookOf(level);
  const answer = useRef<HTMLButtonElement>(null);
  return (
    <TabModal
      open
      centered
      width={520}
      className={`risk-warning risk-${tone}`}
      mask={{ closable: false }}
      afterOpenChange={(open) => {
        if (open) answer.current?.focus();
      }}
      title={
        <span className="risk-warning-head">
          <span className={`risk-sign tone-${tone}`}>
            <Icon name={icon} size={24} />
          </span>
          <span className="risk-warning-title">
            <span className={`tag tone-${tone}`}>{label}</span>
            <strong>{title}</strong>
          </span>
        </span>
      }
      footer={
        <span className="risk-warning-foot">
          <small>{isPreview ? '预览：收到提示的人员看到的就是这样' : '本次打开浏览器期间不再提示'}</small>
          <Button ref={answer} type="primary" onClick={onClose}>
            {isPreview ? '关闭预览' : '我知道了'}
          </Button>
        </span>
      }
      onCancel={onClose}
    >
      {/* The text scrolls with the arrow keys, so it must be keyboard focusable. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="risk-warning-text" tabIndex={0} role="region" aria-label="提示内容">
        {content}
      </div>
    </TabModal>
  );
}
