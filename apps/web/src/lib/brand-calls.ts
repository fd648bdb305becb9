import { enterpriseCalls } from '@anlan/contract/modules/enterprise/calls';
import { tenantCalls } from '@anlan/contract/modules/tenant/calls';
import { api } from './api.ts';

const { logoSetting } = api({ logoSetting: enterpriseCalls.logoSetting });
const { outside } = api({ outside: tenantCalls.outside });

/** The system's name and logo that the current enterprise chose. */
export const readLogo = (signal: AbortSignal) => logoSetting({}, { signal, quiet: true });
/** Name and footer of a tenant. */
export const readBrand = (tenantId: string, signal: AbortSignal) => outside({ id: tenantId }, { signal, quiet: true });
