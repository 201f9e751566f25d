import { expect, type Locator } from '@playwright/test'
import sharp from 'sharp'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice, openList } from './support/back-office.ts'
import { test } from './support/test.ts'

let dialog: Locator
test.beforeEach(async ({ page, baseURL }) => {
  await enterBackOffice(page, baseURL)
  await openList(page, '產品')
  await button(page, '新增產品').click()
  dialog = page.getByRole('dialog', { name: '新增產品' })
})

const address = (index: number) =>
  dialog.getByRole('textbox', { name: index === 0 ? '主圖網址' : `圖片網址 ${index}` })

async function pictures(count: number) {
  const colors = ['#a11', '#1a1', '#11a', '#aa1', '#a1a', '#1aa', '#999']
  return Promise.all(
    colors.slice(0, count).map(async (background, index) => ({
      name: `圖 ${index + 1}.png`,
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 60 + index, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    })),
  )
}

test('uploads all six pictures at once, in their order (HAND-04)', async ({ page }) => {
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

test('uploads into one place, and says when there is no place left (HAND-04)', async ({ page }) => {
  const chooser = page.waitForEvent('filechooser')
  await button(dialog, '上傳到圖片網址 3').click()
  const [file] = await pictures(1)
  if (!file) throw new Error('no picture')
  await (await chooser).setFiles(file)
  await expect(address(3)).toHaveValue(/\/uploads\//)
  await expect(address(0)).toHaveValue('')
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles(await pictures(7))
  await expect(dialog.getByText('最多 6 張圖片，有 2 張沒有上傳')).toBeVisible()
  for (let index = 0; index < 6; index += 1) await expect(address(index)).toHaveValue(/uploads/)
})

test('takes pictures by drop (HAND-04)', async ({ page }) => {
  const [first, second] = (await pictures(2)).map(({ name, buffer }) => ({
    name,
    base64: buffer.toString('base64'),
  }))
  const transfer = await page.evaluateHandle(
    (all) => {
      const data = new DataTransfer()
      for (const { name, base64 } of all) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
        data.items.add(new File([bytes], name, { type: 'image/png' }))
      }
      return data
    },
    [first, second].filter((one) => one !== undefined),
  )
  const zone = dialog.getByRole('group', { name: '商品圖片' })
  await zone.dispatchEvent('dragover', { dataTransfer: transfer })
  await zone.dispatchEvent('drop', { dataTransfer: transfer })
  await expect(address(0)).toHaveValue(/\/uploads\//)
  await expect(address(1)).toHaveValue(/\/uploads\//)
})

test('changes the order of the pictures by keyboard and by mouse (HAND-04)', async ({ page }) => {
  await address(0).fill('https://pictures.example/a.jpg')
  await address(1).fill('https://pictures.example/b.jpg')
  await address(2).fill('https://pictures.example/c.jpg')
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
