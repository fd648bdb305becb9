// The register of companies outside (工商信息): a port, and the provider that fills it.
export { LookupError, type CompanyLookup } from './port.ts';
export { createTianyancha } from './tianyancha.ts';
