import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeldUploads } from '../../testing/held-uploads.ts'
import { isInactive, renderAdmin } from '../testing/render-admin.tsx'
import { NewArticleDialog } from './article-form-dialog.tsx'

let uploads: HeldUploads

beforeEach(() => {
  uploads = new HeldUploads()
  const nothing = () => {}
  renderAdmin(
    <NewArticleDialog onClose={nothing} onSaved={nothing} onDeleted={nothing} onReload={nothing} />,
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const address = () => screen.getByLabelText<HTMLInputElement>('圖片網址')
const submit = () => screen.getByText<HTMLButtonElement>('新增')

function choose(name: string) {
  const files = [new File(['picture'], name, { type: 'image/png' })]
  fireEvent.change(screen.getByLabelText('上傳圖片'), { target: { files } })
}

test('no second picture is uploaded while one is on its way', async () => {
  choose('a.png')
  const upload = await uploads.request(0)
  const button = screen.getByText<HTMLButtonElement>('上傳')
  await waitFor(() => expect(isInactive(button)).toBe(true))
  choose('b.png')
  upload.answer('/uploads/a.png')
  await waitFor(() => expect(isInactive(submit())).toBe(false))
  expect(isInactive(button)).toBe(false)
  expect(uploads.requests).toHaveLength(1)
  expect(address().value).toBe('/uploads/a.png')
})

test('an address that is typed while a picture is uploaded stays, and it says so', async () => {
  choose('a.png')
  const upload = await uploads.request(0)
  fireEvent.change(address(), { target: { value: 'https://example.com/typed.png' } })
  upload.answer('/uploads/a.png')
  await waitFor(() => expect(isInactive(submit())).toBe(false))
  expect(address().value).toBe('https://example.com/typed.png')
  expect(screen.getByText('已保留輸入的網址，有 1 張上傳的圖片沒有使用')).toBeTruthy()
})
