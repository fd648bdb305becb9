import { useQuery } from '@tanstack/react-query';
import { dictionaries } from '#lib/shared-calls.ts';

/** All sections and divisions of GB/T 4754. */
export const industries = {
  queryKey: ['industry'],
  queryFn: () => dictionaries.industryTree({}, { quiet: true }),
  staleTime: Number.POSITIVE_INFINITY,
};

/** Number and name of a division, or letter and name of a section. */
export function IndustryName({ code }: { code: string }) {
  const { data } = useQuery(industries);
  const found = data?.flatMap((section) => [section, ...section.children]).find((one) => one.code === code);
  return <>{found ? `${code} ${found.name}` : code}</>;
}
