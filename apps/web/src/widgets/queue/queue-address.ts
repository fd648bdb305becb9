// URL parameter of a list that starts its queue: the first record then opens at once.
const name = 'queue';

export const queueAddress = (path: string, params: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams({ ...params, [name]: '1' })}`;
export const asksForQueue = (search: string): boolean => new URLSearchParams(search).has(name);
/** Returns the query string without the parameter that starts the queue, so that a reload does not start it again. */
export function withoutQueue(search: string): string {
  const params = new URLSearchParams(search);
  params.delete(name);
  return params.toString();
}
