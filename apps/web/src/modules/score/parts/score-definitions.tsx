import { maxHoldDays, scoreParts, type ScoreCard } from '@anlan/contract/modules/score/score';
import { CountLink } from '#widgets/count-link.tsx';

export function ScoreDefinitions({ card }: { card: ScoreCard }) {
  const { bands, capFatal, capMajorOverdue, generalOverdueDays, expiredItems } = card.rules;
  const [blue = 90, yellow = 75, orange = 60] = bands;
  return (
    <>
      <div className="sheet">
        <table className="score-definitions">
          <thead>
            <tr>
              <th scope="col">项目</th>
              <th scope="col">权重</th>
              <th scope="col">得分</th>
              <th scope="col">本企业</th>
              <th scope="col">怎么算</th>
            </tr>
          </thead>
          <tbody>
            {card.parts.map(({ key, weight, points, most, note, href }) => (
              <tr key={key}>
                <th scope="row">{scoreParts[key].label}</th>
                <td>{weight}</td>
                <td>{points === null ? '—' : `${points.toFixed(1)} / ${most?.toFixed(1) ?? ''}`}</td>
                <td>
                  <CountLink to={href}>{note}</CountLink>
                </td>
                <td>{scoreParts[key].definition}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <dl className="score-rules">
        <dt>红</dt>
        <dd>有超期未整改的重大隐患，或不得缺少的企业许可已过期，或安全分低于 {orange}</dd>
        <dt>橙</dt>
        <dd>
          有未销号的重大隐患，或一般隐患超期 {generalOverdueDays} 天以上，或已过期 {expiredItems} 项及以上，或安全分低于{' '}
          {yellow}
        </dd>
        <dt>黄</dt>
        <dd>有任何超期的隐患或过期的事项，或安全分低于 {blue}</dd>
        <dt>蓝</dt>
        <dd>没有上述情形；没有任何数据的为未评</dd>
        <dt>暂定</dt>
        <dd>
          监管部门可以在复核前把颜色定得比计算出的更差，最长 {maxHoldDays}{' '}
          天，须写明原因；到期或解除后按计算出的颜色，安全分不变
        </dd>
        <dt>封顶</dt>
        <dd>
          有超期未整改的重大隐患时，安全分最高 {capMajorOverdue}；近 12 个月有死亡事故时最高 {capFatal}
        </dd>
      </dl>
    </>
  );
}
