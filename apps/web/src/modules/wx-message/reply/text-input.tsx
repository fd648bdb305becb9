import { Popover } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { ChatIcon } from '#ui/chat-icon.tsx';
import { faces } from '../emoji.ts';

interface Props {
  label: string;
  value: string;
  max: number;
  onChange: (text: string) => void;
  onSend: () => void;
}

/** A text field that grows with its content and inserts emoji. Ctrl+Enter sends. */
export function TextInput({ label, value, max, onChange, onSend }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [choosing, setChoosing] = useState(false);
  useEffect(() => {
    const box = field.current;
    if (box === null) return;
    box.style.height = 'auto';
    box.style.height = `${Math.min(180, box.scrollHeight)}px`;
  }, [value]);
  const put = (face: string) => {
    const box = field.current;
    const at = box?.selectionStart ?? value.length;
    onChange((value.slice(0, at) + face + value.slice(box?.selectionEnd ?? at)).slice(0, max));
    setChoosing(false);
    box?.focus();
  };
  return (
    <div className="reply-text">
      <textarea
        ref={field}
        id="reply-text"
        aria-label={label}
        placeholder={`${label}（Ctrl + Enter 发送）`}
        maxLength={max}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onSend();
        }}
      />
      <Popover
        trigger="click"
        placement="topLeft"
        open={choosing}
        onOpenChange={setChoosing}
        content={
          <div className="reply-faces" role="group" aria-label="表情">
            {faces.map(([code, face]) => (
              <button key={code} type="button" aria-label={code} title={code} onClick={() => put(face)}>
                {face}
              </button>
            ))}
          </div>
        }
      >
        <button type="button" className="icon-btn" aria-label="表情" aria-expanded={choosing}>
          <ChatIcon name="smile" />
        </button>
      </Popover>
    </div>
  );
}
