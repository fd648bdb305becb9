import { dayOf } from '@anlan/contract/domain/instant';
import type { Danger } from '@anlan/contract/modules/danger/resource';
import { useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { Link } from 'react-router';
import { useHasPermit } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { FilesCell } from '#widgets/files/gallery.tsx';
import { useAddressParams } from '../list-params.ts';
import { dangerCounts, dangerPage } from '../calls.ts';
import { DeadlineCell, Flags, LevelMark, StateTag } from '../parts/danger-tags.tsx';
import { boardPath, dangerPath, reportPath } from '../rules.ts';
import '../parts/own.css';

const size = 20;

export function Screen() {
  const { said: params, put } = useAddressParams();
  const page = Math.max(1, Number(params.get('page') ?? '1') || 1);
  const mayAdd = useHasPermit('bus:enterpriseexpinfo:add');
  const { data: counts } = useQuery(dangerCounts({}));
  const { data, error, refetch } = useQuery(
    dangerPage({ page, size, sort: [{ by: 'foundAt', desc: true }], filter: {} }),
  );
  return (
    <>
      <PageHead
        title="本单位隐患"
        sub={
          counts
            ? `共 ${counts.all} 项 · 未销号 ${counts.rectify + counts.recheck} 项 · 超期 ${counts.overdue} 项`
            : '　'
        }
        end={
          <>
            <Link className="btn" to={boardPath}>
              公示栏
            </Link>
            {mayAdd && (
              <Link className="btn main" to={reportPath}>
                <Icon name="plus" size={16} />
                上报隐患
              </Link>
            )}
          </>
        }
      />
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} />}
      {data?.rows.length === 0 && <Empty icon="check" title="还没有登记过隐患" />}
      {data && data.rows.length > 0 && (
        <>
          <ul className="danger-own">
            {data.rows.map((row) => (
              <HandledDanger key={row.id} row={row} />
            ))}
          </ul>
          <Pagination
            size="small"
            current={page}
            pageSize={size}
            total={data.total}
            showSizeChanger={false}
            onChange={(next) => put({ page: String(next) })}
          />
        </>
      )}
    </>
  );
}

const HandledDanger = ({ row }: { row: Danger }) => (
  <li>
    <FilesCell files={row.photosBefore} label={`${row.title}的照片`} pictured />
    <div>
      <h2>
        <Link to={dangerPath(row.id)}>{row.title}</Link> <StateTag status={row.status} />
      </h2>
      <p className="danger-own-facts">
        <LevelMark level={row.level} whole />
        <span>{row.place}</span>
        <span>
          {dayOf(row.foundAt)} {row.foundBy}发现
        </span>
        <Flags row={row} />
      </p>
      <p>
        {row.measures
          ? `整改措施：${row.measures}`
          : row.interimMeasures
            ? `整改前防范措施：${row.interimMeasures}`
            : `由${row.dutyPersonName ?? '主要负责人'}整改`}
      </p>
    </div>
    <DeadlineCell row={row} />
    {row.photosAfter.length > 0 && <FilesCell files={row.photosAfter} label={`${row.title}的整改后照片`} pictured />}
  </li>
);
