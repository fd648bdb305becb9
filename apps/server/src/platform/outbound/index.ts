// The only module that calls external services. It uses short timeouts, accepts small responses, and follows no
// redirects.
export { certificateEnd } from './certificate.ts';
export { createOutbound, OutboundError } from './service.ts';
export type { Outbound, OutboundBytes, OutboundWay } from './service.ts';
