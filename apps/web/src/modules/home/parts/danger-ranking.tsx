import { numberText, percentText } from '@anlan/contract/domain/number-text';
import type { RegulatorHome, Side } from '@anlan/contract/modules/home/home';
import { homeNumbers } from '@anlan/contract/modules/home/number-definitions';
import { CountLink } from '#widgets/count-link.tsx';
import './danger-ranking.css';

const late = [
  { of: 'enterprise', label: '企业' },
  { of: 'verifier', label: '企业复查' },
  { of: 'regulator', label: '监管' },
] as const;

const onTimeOfRegion = '整改期限在今天之前 90 天内的隐患（不含作废）中，最近一次提交不晚于期限且此后未被退回的占比';

/** Ranks regions by deadline compliance, worst first. Late days count for the responsible party. */
export function DangerRanking({ home }: { home: RegulatorHome }) {
  return (
    <>
      <div className="sheet">
        <table className="danger-ranking">
          <thead>
            <tr>
              <th scope="col">名次</th>
              <th scope="col">区域</th>
              <th scope="col">未销号</th>
              <th scope="col">超期</th>
              <th scope="col">按期率</th>
              <th scope="col">迟到天数归谁（占比）</th>
              {late.map(({ of, label }) => (
                <th key={of} scope="col">
                  <i className={`key ${of}`} aria-hidden="true" />
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {home.ranking.map(({ code, name, open, overdue, onTime, late: days }, at) => {
              const daysOf = (side: Side) => days[side].value ?? 0;
              const all = daysOf('enterprise') + daysOf('verifier') + daysOf('regulator');
              return (
                <tr key={code}>
                  <td>
                    <span className="place">{at + 1}</span>
                  </td>
                  <th scope="row">{name}</th>
                  <td>
                    <CountLink to={open.href} meaning={homeNumbers.open.definition}>
                      {numberText(open.value)}
                    </CountLink>
                  </td>
                  <td>
                    <CountLink
                      to={overdue.href}
                      meaning={homeNumbers.overdue.definition}
                      {...(overdue.value ? { tone: 'bad' as const } : {})}
                    >
                      {numberText(overdue.value)}
                    </CountLink>
                  </td>
                  <td
                    title={`${onTime.numerator} / ${onTime.denominator ?? 0}，${onTime.from ?? ''} 至 ${onTime.to ?? ''}`}
                  >
                    <CountLink to={onTime.href} meaning={onTimeOfRegion}>
                      {percentText(onTime.value)}
                    </CountLink>
                  </td>
                  <td>
                    <span className="late-split" aria-hidden="true">
                      {all === 0
                        ? null
                        : late.map(({ of }) =>
                            daysOf(of) > 0 ? <i key={of} className={of} style={{ flexGrow: daysOf(of) }} /> : null,
                          )}
                    </span>
                  </td>
                  {late.map(({ of, label }) => (
                    <td key={of}>
                      <CountLink to={days[of].href} meaning={`${label}逾期未办理的隐患的超期天数合计`}>
                        {numberText(days[of].value)}
                      </CountLink>
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {home.rest.regions > 0 && (
        <p className="ranking-rest">
          其余 {home.rest.regions} 个区域，未销号 {numberText(home.rest.dangers)} 项
        </p>
      )}
    </>
  );
}
