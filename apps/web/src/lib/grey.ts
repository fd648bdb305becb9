import { dictionaryCalls } from '@anlan/contract/modules/dictionary/calls';
import { api } from './api.ts';
import { onSignal } from './app-events.ts';

const { grey } = api({ grey: dictionaryCalls.grey });

const look = () =>
  grey({}, { quiet: true }).then(
    (items) => void document.documentElement.classList.toggle('grey', items[0]?.value === 'true'),
    () => {},
  );

/** Shows the page in grey while the dictionary `grey` is enabled (ST-08). */
export function watchGrey(): void {
  void look();
  onSignal('dictionaries', () => void look());
}
