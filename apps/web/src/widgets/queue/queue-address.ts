// A list's address may ask for its queue: whoever comes by it begins with the first record at once.
const name = 'queue';

/** The address of a list that begins its queue. */
export const queueAddress = (path: string, said: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams({ ...said, [name]: '1' })}`;
/** Whether an address asks for the queue. */
export const asksForQueue = (search: string): boolean => new URLSearchParams(search).has(name);
/** The same address once the queue has begun: it does not begin again by a reload. */
export function withoutQueue(search: string): string {
  const said = new URLSearchParams(search);
  said.delete(name);
  return said.toString();
}
