import { queryOptions, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Kind } from './records.ts';
import { worthAsking } from './rules.ts';

const settleMs = 250;

/** Returns the text after a pause in typing (debounced). */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Searches each kind for records that match the keyword. Responses to an earlier keyword are ignored. */
export function useFound(kinds: readonly Kind[], keyword: string) {
  const results = useQueries({
    queries: kinds.map((kind) =>
      queryOptions({
        queryKey: [kind.of, 'palette', kind.key, keyword],
        queryFn: ({ signal }) => kind.find(keyword, signal),
        enabled: worthAsking(keyword),
        retry: false,
        gcTime: 60_000,
      }),
    ),
  });
  return kinds.flatMap((kind, at) => {
    const one = results[at];
    return one ? [{ kind, found: one }] : [];
  });
}
