import type { QueryClient } from '@tanstack/react-query';

/** A page that can begin to read what it shows at an address before it is drawn. */
export interface ReadsAhead {
  ahead: (client: QueryClient, search: string) => void;
}
