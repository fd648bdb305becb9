import { richText } from '@anlan/contract/domain/rich-text';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { Button, Input, type InputRef } from 'antd';
import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from 'react';
import '#ui/rich-text.css';
import { fromClipboard, holdsPictures } from './from-word.ts';
import './rich-text-editor.css';

interface Props {
  value: string;
  onChange: (html: string) => void;
  onBlur?: () => void;
  id?: string;
  label: string;
}

const protocols: readonly string[] = richText.schemes;
const scheme = /^([a-z][a-z0-9+.-]*):/i;
const isAllowed = (url: string) => {
  const [, name] = scheme.exec(url.trim()) ?? [];
  return name !== undefined && protocols.includes(name.toLowerCase());
};

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: isAllowed,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
];

export function RichTextEditor({ value, onChange, onBlur, id, label }: Props) {
  const [lostPictures, setLostPictures] = useState(false);
  const standing = useRef(value);
  const editor = useEditor({
    extensions,
    content: value,
    // Tiptap would inject a style element, which the CSP refuses.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        ...(id ? { id } : {}),
        class: 'rich-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
      },
      transformPastedHTML: fromClipboard,
      handlePaste: (_view, { clipboardData }) => {
        setLostPictures(clipboardData !== null && holdsPictures(clipboardData));
        return false;
      },
    },
    onUpdate: ({ editor: now }) => {
      standing.current = now.isEmpty ? '' : now.getHTML();
      onChange(standing.current);
    },
    onBlur: () => onBlur?.(),
  });
  // Applies a value set by the form before the next key press. Otherwise that key press would emit the old text.
  useLayoutEffect(() => {
    if (value === standing.current) return;
    standing.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <div className="rich-editor">
      <Toolbar editor={editor} label={label} />
      <EditorContent editor={editor} className="rich-editor-body" />
      <p className="rich-editor-note" role="status">
        {lostPictures && '图片没有粘贴进来：正文只保留文字和格式'}
      </p>
    </div>
  );
}

interface Mark {
  name: string;
  sign: string;
  style?: 'bold' | 'italic' | 'underline' | 'strike';
  isOn: (editor: Editor) => boolean;
  run: (editor: Editor) => unknown;
}

const marks: readonly Mark[] = [
  {
    name: '大标题',
    sign: '大标题',
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    name: '小标题',
    sign: '小标题',
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    name: '加粗',
    sign: 'B',
    style: 'bold',
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: '斜体',
    sign: 'I',
    style: 'italic',
    isOn: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: '下划线',
    sign: 'U',
    style: 'underline',
    isOn: (editor) => editor.isActive('underline'),
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    name: '列表',
    sign: '列表',
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: '编号',
    sign: '编号',
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: '引用',
    sign: '引用',
    isOn: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
];

/** Prevents that a click on a toolbar button takes the focus from the editor. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

function Toolbar({ editor, label }: { editor: Editor | null; label: string }) {
  const [linking, setLinking] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      now === null
        ? null
        : {
            on: marks.map(({ isOn }) => isOn(now)),
            linked: now.isActive('link'),
            undo: now.can().undo(),
            redo: now.can().redo(),
          },
  });
  if (editor === null || state === null) return null;
  return (
    <>
      <div className="rich-editor-bar" role="toolbar" aria-label={`${label}格式`}>
        {marks.map(({ name, sign, style, run }, at) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            aria-pressed={state.on[at] === true}
            title={name}
            className={style ? `rich-editor-${style}` : ''}
            onMouseDown={keepFocus}
            onClick={() => run(editor)}
          >
            {sign}
          </button>
        ))}
        <button
          type="button"
          aria-label="链接"
          aria-pressed={state.linked}
          aria-expanded={linking}
          onClick={() => setLinking(!linking)}
        >
          链接
        </button>
        <span />
        <button
          type="button"
          disabled={!state.undo}
          onMouseDown={keepFocus}
          onClick={() => editor.chain().focus().undo().run()}
        >
          撤销
        </button>
        <button
          type="button"
          disabled={!state.redo}
          onMouseDown={keepFocus}
          onClick={() => editor.chain().focus().redo().run()}
        >
          重做
        </button>
      </div>
      {linking && <LinkLine editor={editor} onClose={() => setLinking(false)} />}
    </>
  );
}

function LinkLine({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const had: unknown = editor.getAttributes('link')['href'];
  const [address, setAddress] = useState(typeof had === 'string' ? had : '');
  const [problem, setProblem] = useState('');
  const field = useRef<InputRef>(null);
  useEffect(() => field.current?.focus(), []);
  const set = () => {
    const url = scheme.test(address.trim()) ? address.trim() : `https://${address.trim()}`;
    if (!isAllowed(url) || !URL.canParse(url)) return setProblem('请填写 http 或 https 开头的地址');
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && typeof had !== 'string')
      chain
        .insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href: url } }] })
        .run();
    else chain.setLink({ href: url }).run();
    return onClose();
  };
  return (
    <div className="rich-editor-link">
      <Input
        ref={field}
        aria-label="链接地址"
        aria-invalid={problem !== ''}
        placeholder="https://"
        maxLength={500}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        onPressEnter={(event) => {
          event.preventDefault();
          set();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose();
        }}
      />
      <Button onClick={set}>确定</Button>
      {typeof had === 'string' && (
        <Button
          danger
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run();
            onClose();
          }}
        >
          移除链接
        </Button>
      )}
      {problem !== '' && <span role="alert">{problem}</span>}
    </div>
  );
}
