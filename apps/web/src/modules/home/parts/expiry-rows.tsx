import type { HomeExpiry } from '@anlan/contract/modules/home/home';
import { Link } from 'react-router';
import { startsFresh } from '#lib/tab-navigation-state.ts';
import { leftWords } from '../rules.ts';

export const ExpiryRows = ({ rows, withEnterprise }: { rows: readonly HomeExpiry[]; withEnterprise: boolean }) => (
  <ul className="rows">
    {rows.map(({ id, itemName, typeName, enterpriseName, leftDays, dueOn, blocking, href }) => {
      const { text, tone } = leftWords(leftDays);
      return (
        <li key={id}>
          <span className={`tag sq tone-${tone}`}>{text}</span>
          <span className="what">
            <Link className="link" to={href} state={startsFresh} title={itemName}>
              {itemName}
            </Link>
            <small>{withEnterprise ? enterpriseName : itemName.endsWith(typeName) ? '' : typeName}</small>
          </span>
          {blocking && leftDays < 0 && <span className="tag tone-red">不得使用</span>}
          <span className="when">{dueOn}</span>
        </li>
      );
    })}
  </ul>
);
