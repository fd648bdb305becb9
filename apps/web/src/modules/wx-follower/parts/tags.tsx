import './tags.css';

export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return '—';
  return (
    <span className="follower-tags">
      {tags.map((tag) => (
        <span key={tag}>{tag}</span>
      ))}
    </span>
  );
}
