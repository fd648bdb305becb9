import { planCalls } from '@anlan/contract/modules/plan/calls';
import { plan, type Plan } from '@anlan/contract/modules/plan/resource';
import type { RowPart } from '#kit/actions.ts';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { column, one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { api } from '#lib/api.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { page } from './index.ts';
import { priceText } from './rules.ts';

const PricesControl = lazyPart(async () => (await import('./prices-control.tsx')).PricesControl);
const LinesControl = lazyPart(async () => (await import('./text-lines-control.tsx')).LinesControl);

const plans = api({ shelf: planCalls.shelf });
const verbs = { up: '上架', down: '下架' } as const;

const shelfDialogFor = (to: keyof typeof verbs): RowPart<Plan> =>
  function ShelfDialog({ row, onClose }) {
    return (
      <AskDialog
        title={`${verbs[to]}“${row.name}”？`}
        verb={verbs[to]}
        act={() => plans.shelf({ ids: [row.id], shelf: to === 'up' ? '1' : '0' }, { quiet: true })}
        renews={[['plan']]}
        done={`已${verbs[to]}：${row.name}`}
        onClose={onClose}
      >
        <p>
          {to === 'up'
            ? '上架后，企业可以在“开通企业服务”中购买。'
            : '下架后不能再购买；已经下单和已经开通的不受影响。'}
        </p>
      </AskDialog>
    );
  };
const [PutUp, TakeDown] = [shelfDialogFor('up'), shelfDialogFor('down')];

/** 套餐管理: membership plans and prices for enterprises (CA-14). */
export const Screen = resourcePage(plan, planCalls, {
  ...page,
  columns: [
    title({ width: 180 }),
    tag('shelf', { width: 92 }),
    column<Plan>(
      'priceList',
      '价格',
      ({ priceList }) => (
        <span className="list-two">
          {priceList.slice(0, 1).map((price) => (
            <span key={price.year}>{priceText(price)}</span>
          ))}
          {priceList.length > 1 && (
            <small title={priceList.map(priceText).join('\n')}>{priceList.slice(1).map(priceText).join('；')}</small>
          )}
        </span>
      ),
      { width: 280 },
    ),
    one('opens', { width: 160 }),
    one('seats'),
    one('storageMb', { width: 120 }),
    one('edition', { width: 92 }),
  ],
  filters: ['shelf'],
  form: {
    rows: ['name', ['code', 'sort'], 'priceList', 'content', 'opens', ['seats', 'storageMb'], ['lookups'], 'carTypes'],
    controls: { priceList: (props) => <PricesControl {...props} />, content: (props) => <LinesControl {...props} /> },
  },
  actions: (row, { edit, remove }) => [
    ...edit,
    ...(row.abilities.includes('update')
      ? [
          row.shelf === 'listed'
            ? { key: 'down', label: '下架', open: TakeDown }
            : { key: 'up', label: '上架', open: PutUp },
        ]
      : []),
    ...(row.shelf === 'listed' ? [] : remove),
  ],
  empty: '还没有套餐。新增后上架，企业才能购买。',
  removing: '已经下单和已经开通的不受影响。只是不再销售时，可以改为下架。',
});
