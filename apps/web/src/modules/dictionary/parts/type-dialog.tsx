import { dictionaryInput, type Dictionary } from '@anlan/contract/modules/dictionary/admin';
import { choice, field, prose, text } from '@anlan/contract/kit/field';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { createDictionary, updateDictionary } from '../calls.ts';

const words = { label: text(32, '名称').required().example('如 检查类型'), description: prose(200, '说明') };
const newFields = {
  label: words.label,
  type: field<string>({ kind: 'text', label: '类型', max: 64 }, dictionaryInput.shape.type)
    .required()
    .example('如 inspectionKind')
    .help('保存后不能修改'),
  description: words.description,
  edit: choice({ platform: '平台维护', tenant: '单位可添加' }, '由谁维护').required().default('platform'),
};
const renews = [['dictionary']];

interface Props {
  row: Dictionary | null;
  onClose: () => void;
  onAdded: (type: string) => void;
}

/** Adds or edits a dictionary. The type is immutable after creation. */
export const TypeDialog = ({ row, onClose, onAdded }: Props) =>
  row ? (
    <AskDialog
      title={`编辑字典“${row.label}”`}
      verb="保存"
      fields={words}
      begin={{ label: row.label, description: row.description }}
      act={(input) => updateDictionary({ id: row.id, version: row.version, ...input })}
      renews={renews}
      done="已保存"
      onClose={onClose}
    />
  ) : (
    <AskDialog
      title="新增字典"
      verb="保存"
      fields={newFields}
      act={createDictionary}
      renews={renews}
      done="已新增字典"
      onDone={(_answer, { type }) => onAdded(type)}
      onClose={onClose}
    />
  );
