import './months.css';

interface Props {
  /** Months that were paid for, and those given on top. */
  paid: number;
  gift: number;
  /** Of these the ones that a refund takes back: the last of each. */
  paidBack?: number;
  giftBack?: number;
  /** Says on the months themselves which are given. */
  lettered?: boolean;
}

/** The months of a membership one by one: paid for, given, taken back. */
export function Months({ paid, gift, paidBack = 0, giftBack = 0, lettered = false }: Props) {
  const back = paidBack + giftBack > 0 ? `，其中收回 ${paidBack} 个付费月和 ${giftBack} 个赠送月` : '';
  return (
    <div className="months" role="img" aria-label={`${paid} 个付费月，${gift} 个赠送月${back}`}>
      {Array.from({ length: paid }, (_, at) => (
        // Months have no name but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <i key={`paid ${at}`} className={at >= paid - paidBack ? 'back' : undefined} />
      ))}
      {Array.from({ length: gift }, (_, at) => (
        // oxlint-disable-next-line react/no-array-index-key
        <i key={`gift ${at}`} className={at >= gift - giftBack ? 'gift back' : 'gift'}>
          {lettered && '赠'}
        </i>
      ))}
    </div>
  );
}

/** What the colours of the months mean. */
export const MonthsLegend = () => (
  <span className="months-legend" aria-hidden>
    <i />
    付费
    <i className="gift" />
    赠送
  </span>
);
