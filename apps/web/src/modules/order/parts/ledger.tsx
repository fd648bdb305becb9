import { formatInstant } from '@anlan/contract/domain/instant';
import type { LedgerLine } from '@anlan/contract/modules/order/ledger';
import { sumText } from '#widgets/money.ts';
import './ledger.css';

/** What a line moved, with its sign; a dash where it moved nothing. */
const movedText = (fen: number) => (fen === 0 ? '—' : `${fen > 0 ? '+' : ''}${sumText(fen)}`);

/** The life of an order line by line: when, what on which evidence, what it moved and what is held then. */
export function Ledger({ lines }: { lines: readonly LedgerLine[] }) {
  return (
    <table className="ledger" role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col">时间</th>
          <th scope="col">发生了什么，凭什么</th>
          <th scope="col">本笔</th>
          <th scope="col">净收</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {lines.map(({ id, at, byName, what, evidence, amountFen, balanceFen, tone }) => (
          <tr key={id} role="row" className={tone}>
            <td role="cell">
              <time dateTime={at.toISOString()}>{formatInstant(at).slice(5)}</time>
              <small>{byName}</small>
            </td>
            <td role="cell">
              {what}
              {evidence && <small>{evidence}</small>}
            </td>
            <td role="cell">{movedText(amountFen)}</td>
            <td role="cell">{sumText(balanceFen)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
