import { percentText } from '@anlan/contract/domain/number-text';
import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { Button, Progress } from 'antd';
import { Card } from '#ui/page-head.tsx';
import { cheapestMissing, type FormField } from '../rules.ts';

interface Props {
  row: Enterprise;
  onFill: ((name: FormField) => void) | undefined;
}

export function Profile({ row, onFill }: Props) {
  const missing = cheapestMissing(row);
  return (
    <Card title="资料齐全率">
      <div className="profile">
        <Progress
          type="circle"
          size={84}
          percent={row.profileRate}
          aria-label={`资料齐全率 ${percentText(row.profileRate)}`}
        />
        {missing.length === 0 ? (
          <p>资料已经齐全</p>
        ) : (
          <div>
            <p>{onFill ? `先补这 ${missing.length} 项最快` : '主要还缺'}</p>
            <ul>
              {missing.map(({ name, label }) => (
                <li key={name}>
                  {onFill ? (
                    <Button type="link" size="small" onClick={() => onFill(name)}>
                      {label}
                    </Button>
                  ) : (
                    label
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Card>
  );
}
