/** `wrong`: number of invalid fields of a part. */
export function Anchors({ parts }: { parts: readonly { id: string; label: string; wrong?: number }[] }) {
  if (parts.length < 2) return null;
  return (
    <nav className="kit-anchors" aria-label="本页内容">
      {parts.map(({ id, label, wrong }) => (
        <button
          key={id}
          type="button"
          className={wrong ? 'link is-wrong' : 'link'}
          aria-label={wrong ? `${label}，${wrong} 处需要修改` : undefined}
          onClick={() => {
            const part = document.getElementById(id);
            part?.scrollIntoView({ block: 'start' });
            part?.focus({ preventScroll: true });
          }}
        >
          {label}
          {wrong ? ` ${wrong}` : null}
        </button>
      ))}
    </nav>
  );
}
