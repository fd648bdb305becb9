import { SitePage } from '#modules/inspection/screens/site.tsx';
import { Ledger } from '#widgets/delivery/ledger.tsx';
import { CheckPage } from '../../modules/risk-check/screens/site.tsx';
import { Providers } from '../providers.tsx';

export type Place = { at: 'list' } | { at: 'ledger' } | { at: 'site' | 'check'; id: string };

export function Within({ place, onLedger }: { place: Place; onLedger: () => void }) {
  return (
    <Providers>
      {place.at === 'ledger' && <Ledger />}
      {place.at === 'site' && <SitePage id={place.id} onLedger={onLedger} />}
      {place.at === 'check' && <CheckPage id={place.id} code={null} onLedger={onLedger} />}
    </Providers>
  );
}
