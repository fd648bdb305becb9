import { enterpriseCalls } from '@anlan/contract/modules/enterprise/calls';
import { tenantCalls } from '@anlan/contract/modules/tenant/calls';
import { api } from './api.ts';

const { logoSetting } = api({ logoSetting: enterpriseCalls.logoSetting });
const { outside } = api({ outside: tenantCalls.outside });

export const readLogo = (signal: AbortSignal) => logoSetting({}, { signal, quiet: true });
export const readBrand = (tenantId: string, signal: AbortSignal) => outside({ id: tenantId }, { signal, quiet: true });
