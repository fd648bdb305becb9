import { dayOf } from '@anlan/contract/domain/instant';
import type { Board } from '@anlan/contract/modules/danger/views';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense } from 'react';
import { useCurrentUser } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { useTabActive } from '#ui/tab-context.tsx';
import { DictText } from '#widgets/dict-tag.tsx';
import { useAddressParams } from '../list-params.ts';
import { dangerBoard } from '../calls.ts';
import '../parts/board.css';

const DayPicker = lazyPart(async () => (await import('#widgets/day-picker.tsx')).DayPicker);
const EnterpriseSelect = lazyPart(async () => (await import('#widgets/enterprise-select.tsx')).EnterpriseSelect);

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text);

/** 隐患公示栏: all dangers of a period, to print and post on a wall (Work Safety Law, article 41). */
export function Screen() {
  const { said: params, put } = useAddressParams();
  const { sysUser } = useCurrentUser();
  const several = sysUser.type !== 'enterprise';
  const isFront = useTabActive();
  const enterpriseId = params.get('enterpriseId') ?? undefined;
  const [from, to] = [params.get('from'), params.get('to')];
  const ready = !several || enterpriseId !== undefined;
  const { data, error, refetch } = useQuery({
    ...dangerBoard({ enterpriseId, from: isDay(from) ? from : undefined, to: isDay(to) ? to : undefined }),
    enabled: ready,
  });
  return (
    <div className={isFront ? 'board-page printing' : 'board-page'}>
      <PageHead
        title="隐患公示栏"
        sub="向从业人员公示隐患排查治理情况，重大隐患同时报告监管部门和职工大会"
        end={
          <Button
            type="primary"
            icon={<Icon name="file" size={16} />}
            disabled={!data}
            onClick={() => globalThis.print()}
          >
            打印
          </Button>
        }
      />
      <search className="board-filters">
        <Suspense fallback={<Skeleton height={32} width={240} />}>
          {several && (
            <EnterpriseSelect
              aria-label="企业"
              value={enterpriseId ?? null}
              onChange={(id) => put({ enterpriseId: id })}
            />
          )}
          <DayPicker
            aria-label="发现日期 从"
            placeholder="发现日期 从"
            value={from ?? data?.from ?? null}
            onChange={(day) => put({ from: day })}
          />
          <DayPicker
            aria-label="发现日期 到"
            placeholder="发现日期 到"
            value={to ?? data?.to ?? null}
            onChange={(day) => put({ to: day })}
          />
        </Suspense>
      </search>
      {!ready && <Empty icon="building" title="选择一家企业，生成它的公示栏" />}
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {ready && !data && !error && <Skeleton height={420} />}
      {data && <Sheet board={data} />}
    </div>
  );
}

const headings = ['序号', '隐患', '部位', '等级', '发现 / 期限', '责任人', '治理措施', '状态'];
/** The printed sheet. It is black on white in every theme and readable without colour. */
const today = () => dayOf(new Date());
const Sheet = ({ board }: { board: Board }) => (
  // The sheet is wider than a phone. It is focusable, so that the arrow keys can scroll it.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className="board-sheet" role="region" aria-label="公示内容" tabIndex={0}>
    <header>
      <h2>隐患排查治理情况公示</h2>
      <p>
        <b>{board.enterpriseName}</b>
        <span>
          {board.from} 至 {board.to}
        </span>
      </p>
      <p className="board-sums">
        发现 <b>{board.total}</b> 项 · 已销号 <b>{board.accepted}</b> 项 · 未销号 <b>{board.open}</b> 项
        {board.overdue > 0 && (
          <>
            {' '}
            · 其中超期 <b>{board.overdue}</b> 项
          </>
        )}
      </p>
    </header>
    {board.lines.length === 0 ? (
      <p className="board-none">本期没有发现隐患。</p>
    ) : (
      <table>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {board.lines.map((line, at) => (
            <tr key={line.id}>
              <td>{at + 1}</td>
              <td>
                {line.title}
                <small>{line.no}</small>
              </td>
              <td>{line.place}</td>
              <td>{line.level === 'major' ? <b>◆ 重大</b> : '一般'}</td>
              <td>
                {line.foundOn}
                <small>{line.deadlineOn}</small>
              </td>
              <td>{line.dutyPersonName ?? '主要负责人'}</td>
              <td>{line.measures ?? (line.interimMeasures ? `整改前：${line.interimMeasures}` : '整改中')}</td>
              <td>
                <DictText type="rectificationStatus" value={line.status} />
                {line.overdue && <b>（超期）</b>}
                {line.verifiedOn && <small>{line.verifiedOn}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
    <footer>
      <span>对公示内容有异议的，请向本单位安全管理人员反映，也可以向监管部门举报。</span>
      <span>公示日期 {today()}　（单位盖章）</span>
    </footer>
  </div>
);
