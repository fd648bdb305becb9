import { Suspense, useState } from 'react';
import type { ChartData } from '#widgets/chart/rules.ts';
import { later } from '#ui/later.tsx';

// The drawing of charts weighs half of all that home needs: it comes for whoever asks to see one large.
const ChartDialog = later(async () => (await import('#widgets/chart/chart-dialog.tsx')).ChartDialog);

interface Props {
  title: string;
  note: string;
  data: () => ChartData;
}

/** Opens a chart large, with its numbers in a table. */
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
