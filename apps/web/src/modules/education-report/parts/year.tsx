import { educationFigures, formatShare, hoursText } from '@anlan/contract/modules/education-report/figures';
import type { EducationMonth } from '@anlan/contract/modules/education-report/views';
import { periodWords } from '@anlan/contract/modules/report/period';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useHasPermit } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { Card, PageHead } from '#ui/page-head.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { printMonth, yearOf } from '../calls.ts';
import { page } from '../index.ts';

interface Props {
  enterpriseId: string | undefined;
  month: string;
  choice: ReactNode;
}

export function Year({ enterpriseId, month, choice }: Props) {
  const { data, error, refetch } = useQuery(yearOf(enterpriseId, month));
  const mayPrint = useHasPermit('bus:dailyeducationreport:export');
  const shown = data?.months.find((one) => one.month === month);
  return (
    <>
      <PageHead
        title={page.heading}
        sub={data ? data.name : '　'}
        end={
          <>
            {choice}
            {mayPrint && (
              <Button icon={<Icon name="download" size={16} />} onClick={() => void printMonth(enterpriseId, month)}>
                打印
              </Button>
            )}
          </>
        }
      />
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} />}
      {data && shown && (
        <>
          <Card title={periodWords('month', month)} note="按原始记录统计，点数字看记录">
            <Figures month={shown} enterpriseId={data.id} />
          </Card>
          <Card title="近十二个月">
            <Months months={data.months} enterpriseId={enterpriseId} />
          </Card>
        </>
      )}
    </>
  );
}

function Figures({ month, enterpriseId }: { month: EducationMonth; enterpriseId: string }) {
  return (
    <dl className="education-figures">
      {educationFigures(month, enterpriseId).map(({ key, label, definition, text, note, href }) => (
        <div key={key}>
          <dt title={definition}>{label}</dt>
          <dd>
            {href === null ? (
              <b>{text}</b>
            ) : (
              <Link to={href} aria-label={`${label} ${text}：查看记录`}>
                <b>{text}</b>
              </Link>
            )}
          </dd>
          <dd>
            <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Months({ months, enterpriseId }: { months: readonly EducationMonth[]; enterpriseId: string | undefined }) {
  const to = (month: string) =>
    `/bus/dailyEducationReport?${new URLSearchParams({ ...(enterpriseId ? { enterpriseId } : {}), month }).toString()}`;
  return (
    // Focusable, so that the arrow keys can scroll a table wider than the screen.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="education-scroll" tabIndex={0} role="region" aria-label="近十二个月的数字">
      <table className="education-table">
        <thead>
          <tr>
            <th scope="col">月份</th>
            <th scope="col">计划</th>
            <th scope="col">应训</th>
            <th scope="col">完成</th>
            <th scope="col">完成率</th>
            <th scope="col">线上学时</th>
            <th scope="col">线下学时</th>
            <th scope="col">考试合格率</th>
            <th scope="col">班前会</th>
            <th scope="col">例会</th>
            <th scope="col">集中培训</th>
          </tr>
        </thead>
        <tbody>
          {months.map((one) => (
            <tr key={one.month}>
              <th scope="row">
                <Link to={to(one.month)}>{one.month}</Link>
              </th>
              <td>{one.plans}</td>
              <td>{one.due}</td>
              <td>{one.passed}</td>
              <td>{formatShare(one.passed, one.due)}</td>
              <td>{hoursText(one.onlineHours)}</td>
              <td>{hoursText(one.offlineHours)}</td>
              <td>{formatShare(one.examPassed, one.examined)}</td>
              <td>{one.talks}</td>
              <td>{one.meetings}</td>
              <td>{one.classes}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
