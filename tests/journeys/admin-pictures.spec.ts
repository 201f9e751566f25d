import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice, openList } from './support/back-office.ts'
import { holdRequests } from './support/held-requests.ts'
import { test } from './support/test.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: '新增產品' })

/** The dialog without pictures, whatever stood in it. */
async function openFresh(page: Page): Promise<Locator> {
  const dialog = dialogOf(page)
  if (await dialog.isVisible()) {
    await button(dialog, '關閉').click()
    await button(page.getByRole('alertdialog'), '捨棄變更').click()
    await expect(dialog).toHaveCount(0)
  }
  await button(page, '新增產品').click()
  await dialog.getByText('以網址填寫圖片').click()
  return dialog
}

const colors = ['#a11', '#1a1', '#11a', '#aa1', '#a1a', '#1aa', '#999']

/** Pictures of which each is a pixel wider than the one before. */
const pictures = (count: number) =>
  Promise.all(
    colors.slice(0, count).map(async (background, index) => ({
      name: `圖 ${index + 1}.png`,
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 60 + index, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    })),
  )

test('pictures are uploaded, one or six at once, by drop and in an order that can be changed (APRODUCT-29, APRODUCT-30, APRODUCT-31, API-24, ERROR-20, HAND-04)', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const token = await enterBackOffice(page, baseURL)
  await openList(page, '產品')
  const dialog = await openFresh(page)
  const address = (index: number) =>
    dialog.getByRole('textbox', { name: index === 0 ? '主圖網址' : `圖片網址 ${index}` })
  const input = dialog.locator('input[type=file]').first()
  const [picture] = await pictures(1)
  if (!picture) throw new Error('no picture')

  await test.step('a refused upload is a quiet line, no toast, and the dialog stays usable', async () => {
    await dialog.getByRole('textbox', { name: '標題' }).fill('留著')
    const reply = page.waitForResponse('**/admin/upload')
    const text = Buffer.from('no picture at all')
    await input.setInputFiles({ name: '不是圖片.png', mimeType: 'image/png', buffer: text })
    expect((await reply).status()).toBe(400)
    await expect(dialog.getByText(/^「不是圖片.png」（.*）檔案格式錯誤/)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(address(0)).toHaveValue('')
    await expect(dialog.getByRole('textbox', { name: '標題' })).toHaveValue('留著')
  })

  await test.step('a picture has its name, its progress and its preview', async () => {
    const chooser = page.waitForEvent('filechooser')
    await button(dialog, '上傳圖片').click()
    const files = await chooser
    expect(await files.element().getAttribute('accept')).toMatch(/^image\/jpeg,/)
    const held = await holdRequests(page, 'POST', '**/admin/upload')
    const request = page.waitForRequest('**/admin/upload')
    await files.setFiles({ ...picture, name: '檯燈.png' })
    await held.arrived
    await expect(dialog.getByText('檯燈.png')).toBeVisible()
    await expect(dialog.getByRole('progressbar', { name: '上傳進度' })).toBeVisible()
    await expect(button(dialog, '新增')).toBeDisabled()
    held.release()
    await expect(address(0)).toHaveValue(/^https?:\/\/.+\/uploads\/.+\.jpg$/)
    expect((await request).headers().authorization).toBe(token)
    expect((await request).headers()['content-type']).toContain('multipart/form-data')
    await expect(dialog.getByRole('progressbar')).toHaveCount(0)
    await expect(dialog.getByText(/檔案格式錯誤/)).toHaveCount(0)
    await expect
      .poll(() =>
        dialog
          .getByRole('img', { name: '主圖預覽' })
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(0)
  })

  await test.step('all six at once, in their order', async () => {
    await openFresh(page)
    const chooser = page.waitForEvent('filechooser')
    await button(dialog, '上傳圖片').click()
    const files = await chooser
    expect(files.isMultiple()).toBe(true)
    await files.setFiles(await pictures(6))
    for (let index = 0; index < 6; index += 1) {
      await expect(address(index)).toHaveValue(/\/uploads\/.+/)
    }
    // The width is part of the address, and tells which picture came where.
    const widths = await Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (index) => {
        const preview = dialog.getByRole('img', { name: index ? `圖片 ${index} 預覽` : '主圖預覽' })
        await preview.scrollIntoViewIfNeeded()
        return preview.evaluate(async (image: HTMLImageElement) => {
          await image.decode()
          return image.naturalWidth
        })
      }),
    )
    expect(widths).toEqual([60, 61, 62, 63, 64, 65])
    await expectNoAxeViolations(page)
  })

  await test.step('the order is changed by keyboard and by mouse', async () => {
    for (const [index, name] of ['a', 'b', 'c'].entries()) {
      await address(index).fill(`https://pictures.example/${name}.jpg`)
    }
    await button(dialog, '圖片 2 往前移').focus()
    await page.keyboard.press('Enter')
    await expect(address(1)).toHaveValue('https://pictures.example/c.jpg')
    await expect(button(dialog, '圖片 1 往前移')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(address(0)).toHaveValue('https://pictures.example/c.jpg')
    await expect(address(1)).toHaveValue('https://pictures.example/a.jpg')
    await expect(dialog.getByRole('status').filter({ hasText: '已移到主圖' })).toBeAttached()

    await dialog.getByTestId('picture-2').dragTo(dialog.getByTestId('picture-0'))
    await expect(address(0)).toHaveValue('https://pictures.example/b.jpg')
    await expect(address(1)).toHaveValue('https://pictures.example/c.jpg')
  })

  await test.step('into one place, and by drop into the next ones', async () => {
    await openFresh(page)
    const chooser = page.waitForEvent('filechooser')
    await button(dialog, '上傳到圖片網址 3').click()
    await (await chooser).setFiles(picture)
    await expect(address(3)).toHaveValue(/\/uploads\//)
    await expect(address(0)).toHaveValue('')
    const transfer = await page.evaluateHandle(
      (all) => {
        const data = new DataTransfer()
        for (const base64 of all) {
          const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
          data.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }))
        }
        return data
      },
      (await pictures(2)).map(({ buffer }) => buffer.toString('base64')),
    )
    const zone = dialog.getByRole('group', { name: '商品圖片' })
    await zone.dispatchEvent('dragover', { dataTransfer: transfer })
    await zone.dispatchEvent('drop', { dataTransfer: transfer })
    for (const index of [0, 1]) await expect(address(index)).toHaveValue(/\/uploads\//)
  })

  await test.step('with no place left it says so', async () => {
    await expect(dialog.getByRole('progressbar')).toHaveCount(0)
    await input.setInputFiles(await pictures(7))
    await expect(dialog.getByText('最多 6 張圖片，有 4 張沒有上傳')).toBeVisible()
    for (let index = 0; index < 6; index += 1) await expect(address(index)).toHaveValue(/uploads/)
  })
})
