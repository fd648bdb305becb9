import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dialog } from './forms.ts';
import { front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

/**
 * A document as Word puts it on the clipboard: with its styles, its own elements, lists as paragraphs, and broken
 * lines.
 */
const fromWord = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/x/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- @font-face {font-family:宋体;} p.MsoNormal {mso-style-parent:""; margin:0cm; font-size:10.5pt;} --></style></head>
<body lang=ZH-CN style='tab-interval:21.0pt'><!--StartFragment-->
<p class=MsoTitle align=center style='text-align:center'><span style='font-family:"等线 Light"'>关于开展安全生产检查的通知</span><span
lang=EN-US><o:p></o:p></span></p>
<p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p>
<h1><span style='font-family:黑体'>一、检查范围</span><span lang=EN-US><o:p></o:p></span></h1>
<p class=MsoNormal style='text-indent:21.0pt;mso-char-indent-count:2.0'><span style='font-family:宋体;mso-ascii-font-family:
"Times New Roman"'>各镇（街道）应急管理机构要对辖区内重点
企业逐一检查，<b style='mso-bidi-font-weight:normal'>不留死角</b>，并于</span><span lang=EN-US>12</span><span style='font-family:宋体'>月</span><span
lang=EN-US>5</span><span style='font-family:宋体'>日前报送。</span><span style='mso-hide:all'>批注不发</span></p>
<p class=MsoListParagraph style='margin-left:18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US
style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]><span>危险化学品企业</span></p>
<p class=MsoListParagraph style='margin-left:18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US
style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]><span>粉尘涉爆企业</span></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='font-family:Wingdings;
mso-list:Ignore'>l<span>&nbsp; </span></span><![endif]><span>现场检查记录</span></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;mso-yfti-tbllook:1184'>
 <tr style='mso-yfti-irow:0'><td width=277 valign=top><p class=MsoNormal><span>单位</span><span lang=EN-US><o:p></o:p></span></p></td>
  <td width=277><p class=MsoNormal><span>联系人</span></p></td></tr>
 <tr><td><p class=MsoNormal><span>城东街道</span></p></td><td><p class=MsoNormal><span>沈安然</span></p></td></tr>
</table>
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="_x0000_i1025" type="#_x0000_t75"><v:imagedata
 src="file:///C:/Users/x/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img
width=100 height=50 src="file:///C:/Users/x/AppData/Local/Temp/msohtmlclip1/01/clip_image002.jpg" onerror="ran()"><![endif]></p>
<p class=MsoNormal><a href="https://www.gov.cn/">依据</a>与<a href="javascript:ran()">链接</a><u>下划线</u></p>
<script>ran()</script><!--EndFragment--></body></html>`;

const editor = (page: Page) => dialog(page).getByRole('textbox', { name: '正文' });
async function paste(page: Page, data: Record<string, string>) {
  await editor(page).click();
  // Sets clipboard content as another program would.
  await page.evaluate((clipboardHtml) => {
    const copy = (event: ClipboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      for (const [type, text] of Object.entries(clipboardHtml)) event.clipboardData?.setData(type, text);
    };
    addEventListener('copy', copy, { capture: true, once: true });
  }, data);
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
}
const blocks = (page: Page) =>
  editor(page).evaluate((element) =>
    [...element.children].map(
      (block) =>
        `${block.localName}: ${[...block.querySelectorAll('li')].map((item) => item.textContent).join('|') || block.textContent}`,
    ),
  );

describe('content pasted from Word', () => {
  it('preserves text, headings, lists and links, but no styles or pictures', async () => {
    const { page } = await browser.enter('regulator1', '/bus/notice/index');
    let runs = 0;
    await page.exposeFunction('ran', () => (runs += 1));
    await front(page).getByRole('button', { name: '新增公告' }).first().click();
    await paste(page, { 'text/html': fromWord, 'text/plain': '关于开展安全生产检查的通知' });
    await expect
      .poll(() => blocks(page))
      .toEqual([
        'h2: 关于开展安全生产检查的通知',
        'h2: 一、检查范围',
        'p: 各镇（街道）应急管理机构要对辖区内重点企业逐一检查，不留死角，并于12月5日前报送。',
        'ol: 危险化学品企业|粉尘涉爆企业',
        'ul: 现场检查记录',
        'p: 单位　联系人',
        'p: 城东街道　沈安然',
        'p: 依据与链接下划线',
      ]);
    await dialog(page).getByText('图片没有粘贴进来：正文只保留文字和格式').waitFor();
    expect(await editor(page).locator('[style], [class*=Mso], [lang], img, script, span').count()).toBe(0);
    expect(await editor(page).locator('strong').allTextContents()).toEqual(['不留死角']);
    expect(await editor(page).locator('u').allTextContents()).toEqual(['下划线']);
    const links = editor(page).locator('a');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      'https://www.gov.cn/',
    ]);

    // Saves the text and checks that it is displayed unchanged.
    await dialog(page)
      .getByLabel(/^标题\*?$/)
      .fill('从 Word 粘贴的通知');
    await dialog(page)
      .getByLabel(/^类别\*?$/)
      .click();
    await page.locator('.ant-select-item-option').filter({ hasText: '工作部署', visible: true }).click();
    await dialog(page).getByRole('button', { name: '存为草稿' }).click();
    await page.getByText('已保存', { exact: true }).first().waitFor();
    const [saved] = await app.sql<{ content: string }>(
      `select content from announcement where tenant_id = '1' and title = '从 Word 粘贴的通知'`,
    );
    expect(saved?.content).toContain('<ol><li><p>危险化学品企业</p></li><li><p>粉尘涉爆企业</p></li></ol>');
    expect(saved?.content).not.toMatch(/mso|style=|file:|o:p|&nbsp;/i);
    expect(runs).toBe(0);
  });

  it('preserves the lines of plain text @deep', async () => {
    const { page } = await browser.enter('regulator1', '/bus/notice/index');
    await front(page).getByRole('button', { name: '新增公告' }).first().click();
    await paste(page, { 'text/plain': '第一段\n\n第二段' });
    await expect.poll(() => blocks(page)).toEqual(['p: 第一段', 'p: 第二段']);
    expect(
      await dialog(page)
        .getByText(/图片没有粘贴进来/)
        .count(),
    ).toBe(0);
  });
});
