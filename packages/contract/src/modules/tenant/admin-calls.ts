import * as z from 'zod/mini';
import { text, whole } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';
import {
  logoAddress,
  logoId,
  tenant,
  tenantSuspend,
  tenantInput,
  newTenantLogin,
  tenantPatch,
  tenantRow,
  tenantVersionInput,
  tenantStatus,
  tenantVersion,
} from './admin.ts';
import { limits } from '../../limits.ts';
import { document, enveloped, get, pageOf, pageQuery, post } from '../../http/call-table.ts';

export const tenantAdminCalls = {
  page: get('/upms/tenant/page', {
    input: pageQuery(
      {
        /** Search text: part of the name, or the number. */
        name: z.optional(text(limits.search.max)),
        status: z.optional(tenantStatus),
        /** Whether to return only removed tenants. */
        removed: z.optional(z.enum(['true', 'false'])),
      },
      ['id', 'name', 'createTime'],
    ),
    answer: enveloped(pageOf(tenantRow)),
    permit: 'sys:tenant:index',
    origin: 'spec §7',
  }),
  one: get('/upms/tenant/{id}', {
    input: z.object({ id: tenantId }),
    id: 'tenant',
    answer: enveloped(tenant),
    permit: 'signed-in',
    activity: 'background',
    origin: 'spec §7',
  }),
  create: post('/upms/tenant', {
    aliasPaths: ['/upms/tenant/'],
    input: tenantInput,
    answer: enveloped(newTenantLogin),
    secret: true,
    permit: 'sys:tenant:add',
    origin: 'spec §7',
  }),
  update: post('/upms/tenant/update', {
    input: tenantPatch,
    conflict: tenantRow,
    answer: enveloped(tenantVersion),
    permit: 'sys:tenant:edit',
    origin: 'spec §7',
  }),
  freeze: post('/upms/tenant/freeze', {
    input: tenantSuspend,
    conflict: tenantRow,
    answer: enveloped(tenantVersion),
    permit: 'sys:tenant:edit',
  }),
  thaw: post('/upms/tenant/thaw', {
    input: tenantVersionInput,
    conflict: tenantRow,
    answer: enveloped(tenantVersion),
    permit: 'sys:tenant:edit',
  }),
  remove: get('/upms/tenant/del/{id}', {
    input: z.object({
      id: tenantId,
      /** Version that the caller loaded. If set, the call is refused if the tenant has changed since then. */
      version: z.optional(whole),
    }),
    id: 'tenant',
    effect: 'write',
    conflict: tenantRow,
    answer: enveloped(tenantVersion),
    permit: 'sys:tenant:del',
    origin: 'spec §7',
  }),
  restore: post('/upms/tenant/restore', {
    input: tenantVersionInput,
    conflict: tenantRow,
    answer: enveloped(tenantVersion),
    permit: 'sys:tenant:del',
  }),
  logoUpload: post('/upms/tenant/logo', {
    file: { maxBytes: limits.upload.logoBytes, kinds: ['png', 'jpg'] },
    wait: 'upload',
    answer: enveloped(z.object({ /** Address of the uploaded picture, for the field `logo`. */ url: logoAddress })),
    permit: 'sys:tenant:edit',
  }),
  logo: get('/upms/tenant/logo/{id}', {
    input: z.object({ id: logoId }),
    answer: document('image/png'),
    permit: 'public',
    activity: 'background',
  }),
};
