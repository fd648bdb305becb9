import { formatInstant } from '@anlan/contract/domain/instant';
import type { LedgerLine } from '@anlan/contract/modules/order/views';
import { vendorNames } from '@anlan/contract/modules/order/words';
import { useNarrow } from '#ui/list/use-narrow.ts';
import { sumText } from '#widgets/money.ts';
import './ledger.css';

const actors = { enterprise: '企业', platform: '平台', anlan: '安澜', ...vendorNames } as const;

// Colours for ledger lines that are irregular or failed. All other completed lines use the success colour.
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

/** Formats the amount of a ledger line with its sign. `—` means that no money moved. */
const movedText = (fen: number | null) => (fen === null ? '—' : `${fen > 0 ? '+' : ''}${sumText(fen)}`);

interface Props {
  lines: readonly LedgerLine[];
  /** Shows the payment notice that proves a ledger line. Undefined if the user may not see it. */
  onNotice?: ((id: string) => void) | undefined;
}

export function Ledger({ lines, onNotice }: Props) {
  const narrow = useNarrow();
  const toneOf = ({ kind }: LedgerLine) => `line-${tones[kind] ?? 'good'}`;
  if (narrow)
    return (
      <ol className="ledger-list">
        {lines.map((line) => (
          <li key={line.id} className={toneOf(line)}>
            <When line={line} />
            <div>
              <What line={line} onNotice={onNotice} />
            </div>
            <small>
              本笔 {movedText(line.amount)} · 净收 {sumText(line.net)}
            </small>
          </li>
        ))}
      </ol>
    );
  return (
    <table className="order-ledger">
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">发生了什么，凭什么</th>
          <th scope="col">本笔</th>
          <th scope="col">净收</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id} className={toneOf(line)}>
            <td>
              <When line={line} />
            </td>
            <td>
              <What line={line} onNotice={onNotice} />
            </td>
            <td>{movedText(line.amount)}</td>
            <td>{sumText(line.net)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const When = ({ line: { at, by } }: { line: LedgerLine }) => (
  <>
    <time dateTime={at.toISOString()} title={formatInstant(at)}>
      {formatInstant(at).slice(5)}
    </time>
    <small>{actors[by]}</small>
  </>
);

const What = ({ line: { title, detail, noticeId }, onNotice }: { line: LedgerLine } & Pick<Props, 'onNotice'>) => (
  <>
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
  </>
);
