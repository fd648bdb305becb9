import { userImportConfirm } from './import.ts';
import { importCalls } from '../../kit/import-calls.ts';
import { limits } from '../../limits.ts';

/** People brought in as a list: a dry run that names each fault, then what the person decides. */
export const userImportCalls = importCalls({ permits: 'sys:user' }, '/upms/user', {
  confirm: userImportConfirm,
  maxBytes: limits.userImport.bytes,
});
