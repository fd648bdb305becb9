import { useQuery } from '@tanstack/react-query';
import { countOf, supervised } from '../calls.ts';
import { listAddress } from '../rules.ts';
import { ColourBar } from './colour-bar.tsx';
import { ExpiringList } from './expiring-list.tsx';
import { Greeting } from './greeting.tsx';
import { LatestChanged } from './latest-changed.tsx';
import { Tile } from './tile.tsx';

const soonDays = 30;
const red = { status: supervised, color: ['red' as const] };

/** A regulator's day: their enterprises, counted by the very lists the numbers lead to. */
export function RegulatorHome() {
  const all = useQuery(countOf({ status: supervised }));
  const stopped = useQuery(countOf({ status: ['suspended'] }));
  return (
    <>
      <Greeting>
        {all.data === undefined ? '正在读取辖区企业' : `辖区 ${all.data.toLocaleString('zh-CN')} 家监管企业`}
      </Greeting>
      <div className="tiles">
        <Tile
          label="监管企业"
          unit="家"
          note={stopped.data === undefined ? '正常与停产停业' : `其中停产停业 ${stopped.data} 家`}
          count={all}
          to={listAddress({ status: supervised })}
        />
        <Tile
          label="待审核"
          unit="家"
          note="入驻申请等待审核"
          tone="bad"
          count={useQuery(countOf({ status: ['underReview'] }))}
          to={listAddress({ status: ['underReview'] })}
        />
        <Tile
          label={`${soonDays} 日内到期`}
          unit="家"
          note="证照、保单、会员，含已过期"
          tone="bad"
          count={useQuery(countOf({ expiring: soonDays }))}
          to={listAddress({ expiring: soonDays })}
        />
        <Tile
          label="红色企业"
          unit="家"
          note="四色最高风险"
          tone="bad"
          count={useQuery(countOf(red))}
          to={listAddress(red)}
        />
      </div>
      <div className="halves">
        <ColourBar />
        <ExpiringList title="到期提醒" days={soonDays} linked />
      </div>
      <LatestChanged />
    </>
  );
}
