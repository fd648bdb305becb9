import { Suspense, useState } from 'react';
import type { ChartData } from '#widgets/chart/rules.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

// The chart library is half of the home page's code: load it on demand.
const ChartDialog = lazyPart(async () => (await import('#widgets/chart/chart-dialog.tsx')).ChartDialog);

interface Props {
  title: string;
  note: string;
  data: () => ChartData;
}

export function Enlarge({ title, note, data }: Props) {
  const [open, setOpen] = useState<ChartData | null>(null);
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(data())} aria-label={`查看大图：${title}`}>
        查看大图
      </button>
      {open && (
        <Suspense>
          <ChartDialog title={title} note={note} data={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
