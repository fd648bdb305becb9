import { BrandMark } from './brand-mark.tsx';

/** What stands on the screen until the first page does. */
export function Boot() {
  return (
    <div className="boot" role="status" aria-label="正在打开">
      <BrandMark size={44} />
    </div>
  );
}
