import { formatInstant } from '@anlan/contract/domain/instant';
import type { LedgerLine } from '@anlan/contract/modules/order/views';
import { sumText } from '#widgets/money.ts';
import { vendorNames } from '../rules.ts';
import './ledger.css';

const actors = { enterprise: '企业', platform: '平台', anlan: '安澜', ...vendorNames } as const;

// What was told of money that should not be, or that did not work; all else that moved or ended is good.
const tones: Readonly<Record<string, string>> = {
  paidAgain: 'odd',
  late: 'odd',
  refundAsked: 'odd',
  unknown: 'odd',
  mismatch: 'bad',
  refundFailed: 'bad',
  ordered: 'plain',
  opened: 'plain',
  asked: 'plain',
  replayed: 'plain',
  closed: 'plain',
  refundRefused: 'plain',
};

/** What a line moved, with its sign; a dash where it moved nothing. */
const movedText = (fen: number | null) => (fen === null ? '—' : `${fen > 0 ? '+' : ''}${sumText(fen)}`);

interface Props {
  lines: readonly LedgerLine[];
  /** Shows the notice that proves a line; left out where the person may not. */
  onNotice?: ((id: string) => void) | undefined;
}

/** The life of an order line by line: when, what on which evidence, what it moved and what is held then. */
export function Ledger({ lines, onNotice }: Props) {
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
        {lines.map(({ id, at, by, kind, title, detail, amount, net, noticeId }) => (
          <tr key={id} role="row" className={tones[kind] ?? 'good'}>
            <td role="cell">
              <time dateTime={at.toISOString()} title={formatInstant(at)}>
                {formatInstant(at).slice(5)}
              </time>
              <small>{actors[by]}</small>
            </td>
            <td role="cell">
              {title}
              <small>
                {detail}
                {noticeId !== null && onNotice && (
                  <>
                    {detail && ' · '}
                    <button type="button" className="link" onClick={() => onNotice(noticeId)}>
                      通知原文
                    </button>
                  </>
                )}
              </small>
            </td>
            <td role="cell">{movedText(amount)}</td>
            <td role="cell">{sumText(net)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
