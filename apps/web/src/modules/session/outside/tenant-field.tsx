import type { Brand } from '@anlan/contract/modules/tenant/tenant';
import { Combobox } from '#ui/combobox.tsx';

interface Props {
  places: readonly Brand[];
  selectedPlace: Brand | undefined;
  onChoose: (place: Brand) => void;
  busy: boolean;
}

export const TenantField = ({ places, selectedPlace, onChoose, busy }: Props) => (
  <Combobox
    label="单位"
    placeholder={busy ? '正在读取…' : '请选择单位'}
    shown={selectedPlace?.name ?? ''}
    busy={busy}
    none="没有符合的单位"
    find={(text) =>
      Promise.resolve(
        places.filter(({ name }) => name.includes(text)).map(({ id, name }) => ({ value: id, label: name })),
      )
    }
    onChoose={({ value }) => {
      const place = places.find(({ id }) => id === value);
      if (place) onChoose(place);
    }}
  />
);
