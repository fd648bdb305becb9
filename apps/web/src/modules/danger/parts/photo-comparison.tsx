import { formatInstant } from '@anlan/contract/domain/instant';
import type { StoredFile } from '@anlan/contract/kit/field';
import type { PhotoFact } from '@anlan/contract/modules/danger/treatment-plan';
import type { Danger } from '@anlan/contract/modules/danger/resource';
import { useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { useFileLink } from '#widgets/stored-picture.tsx';
import './photo-comparison.css';

const formatTime = (at: Date | null) => (at ? formatInstant(at).slice(5, 16) : '');

/** Before and after photos with a slider for mouse and arrow keys. On phones they are stacked. */
export function Compare({ row }: { row: Danger }) {
  const [at, setAt] = useState(0);
  const [share, setShare] = useState(50);
  const sets = Math.max(row.photosBefore.length, row.photosAfter.length);
  const before = row.photosBefore[Math.min(at, row.photosBefore.length - 1)];
  const after = row.photosAfter[Math.min(at, row.photosAfter.length - 1)];
  const captions = {
    before: `${formatTime(row.foundAt)} · ${row.foundBy}`,
    after: [formatTime(row.fixedAt), row.fixerName].filter(Boolean).join(' · '),
  };
  const facts = row.photoFacts ?? [];
  const turn = (by: number) => setAt((now) => (now + by + sets) % sets);
  return (
    <section className="danger-compare" aria-label="整改前后照片">
      <div className={`danger-photos ${before && after ? 'both' : ''}`} style={{ ['--share' as string]: `${share}%` }}>
        <Side photo={before} title="整改前" caption={captions.before} side="before" facts={facts} />
        {after && <Side photo={after} title="整改后" caption={captions.after} side="after" facts={facts} />}
        {before && after && (
          <>
            <span className="danger-slider-line" aria-hidden>
              <i>
                <Icon name="left" size={14} />
                <Icon name="right" size={14} />
              </i>
            </span>
            <input
              type="range"
              className="danger-slider"
              min={0}
              max={100}
              step={2}
              value={share}
              aria-label="拖动对比整改前后，也可按左右方向键"
              aria-valuetext={`整改前占 ${share}%`}
              onChange={({ target }) => setShare(Number(target.value))}
            />
          </>
        )}
      </div>
      <div className="danger-compare-foot">
        <Checks row={row} />
        {sets > 1 && (
          <span className="danger-sets">
            <span role="status">
              第 {at + 1} 组，共 {sets} 组
            </span>
            <button type="button" aria-label="上一组照片" onClick={() => turn(-1)}>
              <Icon name="left" size={16} />
            </button>
            <button type="button" aria-label="下一组照片" onClick={() => turn(1)}>
              <Icon name="right" size={16} />
            </button>
          </span>
        )}
      </div>
    </section>
  );
}

interface SideProps {
  photo: StoredFile | undefined;
  title: string;
  caption: string;
  side: 'before' | 'after';
  facts: readonly PhotoFact[];
}

const Side = ({ photo, title, caption, side, facts }: SideProps) => (
  <figure className={side}>
    {photo ? <Picture id={photo.id} label={`${title}照片`} /> : <span className="danger-no-photo">没有照片</span>}
    <figcaption>
      <b>{title}</b> {caption}
      <TakenAt fact={facts.find(({ fileId }) => fileId === photo?.id)} />
    </figcaption>
  </figure>
);

/** A stored photo, or a text if it cannot load. */
function Picture({ id, label }: { id: string; label: string }) {
  const { data, isError } = useFileLink(id);
  if (isError) return <span className="danger-no-photo">照片暂时打不开</span>;
  if (!data) return <span className="danger-photo-wait" aria-hidden />;
  return <img src={data.url} alt={label} draggable={false} />;
}

/** Shows the time from EXIF. Photos without EXIF get no label. */
const TakenAt = ({ fact }: { fact: PhotoFact | undefined }) =>
  fact ? (
    <small className="danger-taken">
      {fact.takenAt && `自述拍摄 ${formatInstant(fact.takenAt).slice(0, 16)}`}
      {fact.lng !== null && fact.lat !== null && ` · 位置 ${fact.lng.toFixed(5)}, ${fact.lat.toFixed(5)}`}
    </small>
  ) : null;

// Show only found duplicates: a photo without duplicates proves nothing.
function Checks({ row }: { row: Danger }) {
  const twins = row.duplicatePhotos ?? [];
  if (row.photosAfter.length === 0) return <span className="danger-check">还没有整改后照片</span>;
  return twins.length === 0 ? (
    <span className="danger-check good">
      <i aria-hidden>✓</i> 未发现重复照片
    </span>
  ) : (
    <span className="danger-check bad">
      <Icon name="alert" size={14} /> 疑似重复照片 {twins.length} 张
    </span>
  );
}
