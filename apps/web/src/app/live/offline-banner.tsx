import { useConnectivity } from '#lib/connectivity.ts';
import './offline-banner.css';

export function OfflineLine() {
  const away = useConnectivity() === 'away';
  return (
    <div role="status" className={away ? 'offline-line on' : 'offline-line'}>
      {away && '网络已断开，正在重连…'}
    </div>
  );
}
