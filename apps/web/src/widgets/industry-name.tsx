import { useQuery } from '@tanstack/react-query';
import { dictionaries } from '#lib/shared-calls.ts';

export const industries = {
  queryKey: ['industry'],
  queryFn: () => dictionaries.industryTree({}, { quiet: true }),
  staleTime: Number.POSITIVE_INFINITY,
};

export function IndustryName({ code }: { code: string }) {
  const { data } = useQuery(industries);
  const entry = data?.flatMap((section) => [section, ...section.children]).find((one) => one.code === code);
  return <>{entry ? `${code} ${entry.name}` : code}</>;
}
