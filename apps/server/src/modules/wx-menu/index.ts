/** wxMenu: menus (自定义菜单) of public accounts: a draft that people edit, and the published menu that followers see. */
import type { InputOf } from '@anlan/contract/http/call-table';
import { wxMenuCalls } from '@anlan/contract/modules/wx-menu/calls';
import { wxMenuProblems, type WxMenu } from '@anlan/contract/modules/wx-menu/menu';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { WechatFault } from '#platform/wechat/index.ts';
import { wxAccountModule } from '../wx-account/index.ts';
import { keepDraft, keepPublished, menuOf, tappedName } from './menu-store.ts';
import { seedMenus } from './seed.ts';
import { bodyOf, buttonsOf, wechatMenu } from './wechat-schemas.ts';

type Calls = typeof wxMenuCalls;
/** Error code of WeChat for an account without a menu. */
const noMenu = 46_003;

export const wxMenuModule = defineModule('wxMenu', {
  needs: { wxAccount: wxAccountModule },
  open({ kit, wxAccount }) {
    const { db, clock, audit, wechat } = kit;
    const accountOf = (scope: Scope, appId: string) => db.read(scope, (tx) => wxAccount.demand(tx, appId));
    const refused = (error: unknown): never => {
      throw error instanceof WechatFault ? new AppError('invalid', error.message) : error;
    };
    /** Changes the menu while its account is locked, and audits it. */
    const changing = (scope: Scope, appId: string, verb: string, work: Parameters<typeof db.scoped<WxMenu>>[1]) =>
      db.scoped(scope, async (tx) => {
        const shown = await work(tx);
        const { id, name } = await wxAccount.demand(tx, appId);
        await audit.record(tx, { call: `wxMenu.${verb}`, objectType: 'wxMenu', objectId: id, note: name });
        return shown;
      });
    function demandVersion(currentMenu: WxMenu, version: number) {
      if (currentMenu.version !== version) throw new AppError('conflict', undefined, { current: currentMenu });
    }

    return {
      get: (scope: Scope, { appId }: InputOf<Calls['get']>): Promise<WxMenu> =>
        db.read(scope, async (tx) => menuOf(tx, (await wxAccount.demand(tx, appId)).id)),
      async live(scope: Scope, { appId }: InputOf<Calls['live']>) {
        const response = await wechat
          .read(wxAccount.tokensOf(scope.tenantId, await accountOf(scope, appId)), '/cgi-bin/menu/get')
          .catch((error: unknown) => {
            if (error instanceof WechatFault && error.code === noMenu) return { menu: { button: [] } };
            return refused(error);
          });
        const read = wechatMenu.safeParse(response);
        if (!read.success) throw new AppError('unavailable', '微信的答复读不懂，请稍后再试');
        return { buttons: buttonsOf(read.data.menu.button) };
      },
      save: (scope: Scope, { appId, version, buttons }: InputOf<Calls['save']>): Promise<WxMenu> =>
        changing(scope, appId, 'save', async (tx) => {
          const { id } = await wxAccount.demand(tx, appId);
          demandVersion(await menuOf(tx, id, { lock: true }), version);
          await keepDraft(tx, id, buttons, clock.now());
          return menuOf(tx, id);
        }),
      async publish(scope: Scope, { appId, version }: InputOf<Calls['publish']>): Promise<WxMenu> {
        const { account, menu } = await db.read(scope, async (tx) => {
          const accountRow = await wxAccount.demand(tx, appId);
          return { account: accountRow, menu: await menuOf(tx, accountRow.id) };
        });
        demandVersion(menu, version);
        if (menu.buttons.length === 0) throw invalid({ field: 'buttons', msg: '菜单还是空的，请先添加菜单' });
        const [problem] = wxMenuProblems(menu.buttons);
        if (problem) throw invalid({ field: 'buttons', msg: `第 ${problem.button + 1} 个菜单：${problem.msg}` });
        await wechat
          .say(wxAccount.tokensOf(scope.tenantId, account), '/cgi-bin/menu/create', bodyOf(menu.buttons))
          .catch(refused);
        return changing(scope, appId, 'publish', async (tx) => {
          await keepPublished(tx, account.id, menu.buttons, clock.now());
          return menuOf(tx, account.id);
        });
      },
      async remove(scope: Scope, { appId }: InputOf<Calls['remove']>): Promise<WxMenu> {
        const account = await accountOf(scope, appId);
        await wechat.read(wxAccount.tokensOf(scope.tenantId, account), '/cgi-bin/menu/delete').catch(refused);
        return changing(scope, appId, 'remove', async (tx) => {
          await keepPublished(tx, account.id, null, clock.now());
          return menuOf(tx, account.id);
        });
      },
      tappedName,
    };
  },
  calls: wxMenuCalls,
  seed: seedMenus,
});
