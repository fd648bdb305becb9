// The one place that speaks to services outside: short waits, small answers, no redirects.
export { certificateEnd } from './certificate.ts';
export { createOutbound, OutboundError } from './service.ts';
export type { Outbound, OutboundBytes, OutboundWay } from './service.ts';
