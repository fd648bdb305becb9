import { contentCalls } from '@anlan/contract/modules/content/calls';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

const contents = api(contentCalls);

export const agreedTo = (id: string) => callQuery(['contentInfo', 'agreed', id], contents.agreedByUnit, { id });
