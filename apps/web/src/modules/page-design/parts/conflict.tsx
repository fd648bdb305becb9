import { readDesign } from '@anlan/contract/modules/page-design/design';
import { formatInstant } from '@anlan/contract/domain/instant';
import type { PageDraft } from '@anlan/contract/modules/page-design/views';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useDesigner, useDesignerState } from '../state.ts';
import { differing } from '../tree.ts';
import type { Autosave } from './use-autosave.ts';

/** Shows a save conflict: who saved and when, what differs, and the buttons to resolve it. */
export function ConflictBar({ keeping, theirs }: { keeping: Autosave; theirs: PageDraft }) {
  const { acts, store } = useDesigner();
  const doc = useDesignerState((held) => held.doc);
  const read = useMemo(() => readDesign(theirs.design), [theirs]);
  const names = useMemo(() => (read.design ? differing(doc.parts, read.design.parts) : []), [doc, read]);
  return (
    <div className="pd-conflict" role="alert">
      <p>
        <b>
          {theirs.savedBy ?? '另一位同事'} 在 {formatInstant(theirs.savedAt).slice(11, 16)} 保存了这个页面
        </b>
        {names.length > 0 && (
          <>
            ，和您的不同：{names.slice(0, 6).join('、')}
            {names.length > 6 && ` 等 ${names.length} 处`}
          </>
        )}
      </p>
      <span>
        <Button
          size="small"
          disabled={read.design === null}
          onClick={() => {
            if (read.design === null) return;
            acts.replace(read.design, '已换成对方的版本，可以撤销');
            keeping.resolveConflict(theirs, store.getState().doc);
          }}
        >
          用对方的（可撤销）
        </Button>
        <Button
          size="small"
          type="primary"
          onClick={() => {
            keeping.resolveConflict(theirs, null);
            acts.say('保留您的版本，将覆盖对方的');
          }}
        >
          用我的覆盖
        </Button>
      </span>
    </div>
  );
}
