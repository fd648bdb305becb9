import { userImportConfirm } from './import.ts';
import { importCalls } from '../../kit/import-calls.ts';
import { limits } from '../../limits.ts';

/** Calls for the import of people. A dry run reports each error; then a person decides whether to import. */
export const userImportCalls = importCalls({ permits: 'sys:user' }, '/upms/user', {
  confirm: userImportConfirm,
  maxBytes: limits.userImport.bytes,
});
