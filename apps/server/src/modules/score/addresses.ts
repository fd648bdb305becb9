// Addresses of the lists that scores and homes lead to, in the words of those lists.

/** Values of a list's filter; several stand for any of them. */
export type Filter = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A page with a filter in its address. */
export function addressOf(path: string, filter: Filter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) query.append(name, one);
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The list of dangers, one row each. */
export const dangerList = (filter: Filter): string => addressOf('/bus/enterpriseexpinfo1/index', filter);
/** The list of warnings. */
export const warningList = (filter: Filter): string => addressOf('/bus/enterprisewarn/index', filter);
