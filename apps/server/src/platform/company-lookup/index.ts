// External company register (工商信息): the port and its provider.
export { LookupError, type CompanyLookup } from './port.ts';
export { createTianyancha } from './tianyancha.ts';
