import './months.css';

interface Props {
  paid: number;
  gift: number;
  /** Number of months that a refund takes back, from the end of the paid months and of the gift months. */
  paidBack?: number;
  giftBack?: number;
  /** Whether each gift month shows the letter 赠. */
  lettered?: boolean;
}

export function Months({ paid, gift, paidBack = 0, giftBack = 0, lettered = false }: Props) {
  const back = paidBack + giftBack > 0 ? `，其中收回 ${paidBack} 个付费月和 ${giftBack} 个赠送月` : '';
  return (
    <div className="months" role="img" aria-label={`${paid} 个付费月，${gift} 个赠送月${back}`}>
      {Array.from({ length: paid }, (_, at) => (
        // Months have no id, so their index is the React key.
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

export const MonthsLegend = () => (
  <span className="months-legend" aria-hidden>
    <i />
    付费
    <i className="gift" />
    赠送
  </span>
);
