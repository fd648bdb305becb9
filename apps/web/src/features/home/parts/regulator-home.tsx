import { useQuery } from '@tanstack/react-query';
import { countOf } from '../calls.ts';
import { listAddress } from '../rules.ts';
import { ColourBar } from './colour-bar.tsx';
import { ExpiringList } from './expiring-list.tsx';
import { Greeting } from './greeting.tsx';
import { Tile } from './tile.tsx';

const soonDays = 30;

/** A regulator's day: their enterprises, counted by the very lists the numbers lead to. */
export function RegulatorHome() {
  const all = useQuery(countOf({}));
  return (
    <>
      <Greeting>
        {all.data === undefined ? '正在读取辖区企业' : `辖区 ${all.data.toLocaleString('zh-CN')} 家监管企业`}
      </Greeting>
      <div className="tiles">
        <Tile label="监管企业" unit="家" note="全部状态" count={all} to={listAddress({})} />
        <Tile
          label="正常经营"
          unit="家"
          note="状态为正常"
          count={useQuery(countOf({ status: ['active'] }))}
          to={listAddress({ status: ['active'] })}
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
      </div>
      <div className="halves">
        <ColourBar />
        <ExpiringList title="即将到期" days={soonDays} linked />
      </div>
    </>
  );
}
