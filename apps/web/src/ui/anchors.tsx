/** The parts of a record's page, a press away. */
export function Anchors({ parts }: { parts: readonly { id: string; label: string }[] }) {
  if (parts.length < 2) return null;
  return (
    <nav className="kit-anchors" aria-label="本页内容">
      {parts.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className="link"
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
