import { Link } from 'react-router';
import { shownCount, useRedDots } from '#lib/red-dots.ts';
import { Icon } from '#ui/icon.tsx';
import './dots.css';

export function MessageIcon() {
  const count = useRedDots((dots) => dots.unNotice + dots.systemUnNotice + dots.spotUnNotice + dots.unAct);
  const label = count > 0 ? `消息，${shownCount(count)} 条未处理` : '消息';
  return (
    <Link className="icon-btn message-icon" to="/notice" aria-label={label} title={label}>
      <Icon name="bell" />
      {count > 0 && (
        <span className="dot-count" aria-hidden="true">
          {shownCount(count)}
        </span>
      )}
    </Link>
  );
}
