import { numberText, percentText } from '@anlan/contract/domain/number-text';
import { dangerMeasures } from '@anlan/contract/modules/danger/measures';
import type { RegulatorHome, Side } from '@anlan/contract/modules/home/home';
import { Measured } from '#widgets/measured.tsx';
import './danger-ranking.css';

const late = [
  { of: 'enterprise', measure: dangerMeasures.enterpriseLateDays },
  { of: 'verifier', measure: dangerMeasures.verifierLateDays },
  { of: 'regulator', measure: dangerMeasures.regulatorLateDays },
] as const;

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
              {late.map(({ of, measure }) => (
                <th key={of} scope="col">
                  <i className={`key ${of}`} aria-hidden="true" />
                  {measure.label}
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
                    <Measured measure={dangerMeasures.open} figure={open} />
                  </td>
                  <td>
                    <Measured
                      measure={dangerMeasures.overdue}
                      figure={overdue}
                      tone={overdue.value ? 'bad' : undefined}
                    />
                  </td>
                  <td>
                    <Measured measure={dangerMeasures.onTimeLately} figure={onTime}>
                      {percentText(onTime.value)}
                    </Measured>
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
                  {late.map(({ of, measure }) => (
                    <td key={of}>
                      <Measured measure={measure} figure={days[of]} />
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
