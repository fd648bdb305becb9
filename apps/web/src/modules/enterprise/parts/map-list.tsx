import { numberText } from '@anlan/contract/domain/number-text';
import { enterpriseColor } from '@anlan/contract/modules/enterprise/codes';
import type { MapView } from '@anlan/contract/modules/enterprise/map';
import { Empty } from '#ui/page-states.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { bubbleWords } from '#widgets/map/marks.ts';
import { useColorWord } from '#widgets/map/use-color-word.ts';

const listed = 100;

interface Props {
  view: MapView;
  selectedKey: string | null;
  onPick: (key: string) => void;
}

export function InView({ view: { mode, points, bubbles, total }, selectedKey: chosen, onPick }: Props) {
  const word = useColorWord();
  if (total === 0)
    return (
      <Empty icon="map" title="图上这一片没有企业">
        缩小地图，或放宽筛选条件。
      </Empty>
    );
  return (
    <>
      <p className="in-view-note">
        {mode === 'point'
          ? `图上 ${total} 家${total > listed ? `，列出前 ${listed} 家` : ''}`
          : `图上 ${numberText(total)} 家，放大后逐家显示`}
      </p>
      <ul className="in-view">
        {mode === 'point'
          ? points.slice(0, listed).map(({ id, name, color }) => (
              <li key={id}>
                <button type="button" aria-pressed={chosen === id} onClick={() => onPick(id)}>
                  <span>{name}</span>
                  <DictTag type="enterpriseColor" value={color} codes={enterpriseColor} />
                </button>
              </li>
            ))
          : bubbles
              .toSorted((one, other) => other.count - one.count)
              .slice(0, listed)
              .map(({ key, name, count, colors }) => (
                <li key={key}>
                  <button type="button" onClick={() => onPick(key)}>
                    <span>{bubbleWords(name, count, colors, word)}</span>
                  </button>
                </li>
              ))}
      </ul>
    </>
  );
}
