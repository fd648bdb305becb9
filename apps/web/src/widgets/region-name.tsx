import { useQuery } from '@tanstack/react-query';
import { RegionName } from './region-select.tsx';
import { townsBelow } from './towns.ts';

export const PlaceName = ({ codes }: { codes: readonly string[] }) =>
  codes.map((code, at) => (
    <span key={code}>
      {at > 0 && '、'}
      {code.length > 6 ? <TownName code={code} /> : <RegionName code={code} />}
    </span>
  ));

function TownName({ code }: { code: string }) {
  const { data } = useQuery(townsBelow(code.slice(0, code.length > 9 ? 9 : 6)));
  return <>{data?.find((one) => one.code === code)?.name ?? code}</>;
}
