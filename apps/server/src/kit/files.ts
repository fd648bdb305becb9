// Files in fields: a file is attached when a row refers to it, and detached when the row no longer does (S93).
import type { FieldSpec, StoredFile } from '@anlan/contract/kit/field';
import { invalid } from '#kernel/errors.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Kit } from './ports.ts';
import type { Values } from './references.ts';

const addressOf = (id: string) => `/upms/file/${id}`;
// The cast is safe: the field's schema has validated the value.
const filesOf = (value: unknown): readonly StoredFile[] => (Array.isArray(value) ? (value as StoredFile[]) : []);

export const createFileKeeping =
  ({ files }: Pick<Kit, 'files'>) =>
  async (
    tx: Tx,
    fields: readonly { key: string; spec: FieldSpec }[],
    before: Values,
    after: Values,
    enterpriseId: string | null,
  ): Promise<void> => {
    for (const { key, spec } of fields) {
      if (!spec.files || after[key] === undefined) continue;
      const { purpose } = spec.files;
      const [had, has] = [filesOf(before[key]), filesOf(after[key])];
      for (const { id } of had.filter((one) => !has.some((other) => other.id === one.id)))
        await files.detach(tx, addressOf(id), purpose);
      for (const { id, name } of has.filter((one) => !had.some((other) => other.id === one.id)))
        if (!(await files.attach(tx, addressOf(id), purpose, enterpriseId ?? undefined)))
          throw invalid({ field: key, msg: `文件“${name}”已失效或已被使用，请重新上传` });
    }
  };
