export function Anchors({ parts }: { parts: readonly { id: string; label: string; isWrong?: boolean }[] }) {
  if (parts.length < 2) return null;
  return (
    <nav className="kit-anchors" aria-label="本页内容">
      {parts.map(({ id, label, isWrong }) => (
        <button
          key={id}
          type="button"
          className={isWrong ? 'link is-wrong' : 'link'}
          onClick={() => {
            const part = document.getElementById(id);
            part?.scrollIntoView({ block: 'start' });
            part?.focus({ preventScroll: true });
          }}
        >
          {label}
        </button>
      ))}
    </nav>
  );
}
