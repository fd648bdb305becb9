import { useQuery } from '@tanstack/react-query';
import { RegionName } from './region-select.tsx';
import { townsBelow } from './towns.ts';

/** Names of divisions, streets and grids, one after the other. */
export const PlaceName = ({ codes }: { codes: readonly string[] }) =>
  codes.map((code, at) => (
    <span key={code}>
      {at > 0 && '、'}
      {code.length > 6 ? <TownName code={code} /> : <RegionName code={code} />}
    </span>
  ));

/** A street or grid of the unit, below its division. */
function TownName({ code }: { code: string }) {
  const { data } = useQuery(townsBelow(code.slice(0, code.length > 9 ? 9 : 6)));
  return <>{data?.find((one) => one.code === code)?.name ?? code}</>;
}
