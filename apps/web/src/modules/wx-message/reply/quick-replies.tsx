import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TabModal } from '#ui/tab-modal.tsx';
import { filledReplies } from '../calls.ts';

/** Number of replies shown beside the text. The other replies are in a menu. */
const isVisible = 4;

interface Props {
  wxUserId: string;
  onChoose: (text: string) => void;
}

export function QuickReplies({ wxUserId, onChoose }: Props) {
  const { data } = useQuery(filledReplies(wxUserId));
  const [open, setOpen] = useState(false);
  if (!data || data.length === 0) return null;
  const choose = (text: string) => {
    setOpen(false);
    onChoose(text);
  };
  return (
    <div className="reply-quick">
      <span className="chat-meek">快捷回复</span>
      {data.slice(0, isVisible).map(({ id, title, text }) => (
        <button key={id} type="button" className="chip" title={text} onClick={() => choose(text)}>
          {title}
        </button>
      ))}
      {data.length > isVisible && (
        <button type="button" className="link bare end" onClick={() => setOpen(true)}>
          全部 {data.length} 条
        </button>
      )}
      {open && (
        <TabModal open title="快捷回复" footer={null} onCancel={() => setOpen(false)}>
          <ul className="reply-all">
            {data.map(({ id, title, text }) => (
              <li key={id}>
                <button type="button" onClick={() => choose(text)}>
                  <strong>{title}</strong>
                  <span>{text}</span>
                </button>
              </li>
            ))}
          </ul>
        </TabModal>
      )}
    </div>
  );
}
