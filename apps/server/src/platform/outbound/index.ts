// The one place that speaks to services outside: short waits, small answers, no redirects.

/** What came back from a service. */
export interface OutboundAnswer {
  status: number;
  json: unknown;
}

const longest = 64 * 1024;

/** Posts JSON to a configured service; throws when nothing usable comes back in time. */
export async function postJson(address: string, body: unknown, waitMs = 5_000): Promise<OutboundAnswer> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(waitMs),
  });
  const text = await response.text();
  if (text.length > longest) throw new Error('the answer is too long');
  let json: unknown = null;
  try {
    json = JSON.parse(text);
  } catch {
    json = null;
  }
  return { status: response.status, json };
}

export { createOutbound, OutboundError } from './service.ts';
export type { Outbound, OutboundWay } from './service.ts';
