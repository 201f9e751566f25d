import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { FeedsPanel } from './feeds-panel.tsx'

let network: HeldNetwork
beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const articles = 'http://shop.test/feeds/articles.rss'
const key = {
  google: 'http://shop.test/feeds/google.xml?key=k',
  facebook: 'http://shop.test/feeds/facebook.xml?key=k',
  ...{ created_at: 1_788_000_000, created_by: '店主' },
}

test('the catalogue has an address once it is made, and none once it is ended', async () => {
  renderAdmin(<FeedsPanel />)
  ;(await network.request(0)).answer({ success: true, feeds: { articles } })
  expect(await screen.findByDisplayValue(articles)).toBeTruthy()
  expect(screen.queryByLabelText('Google Merchant 網址')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '產生網址' }))
  ;(await network.request(1)).answer({ success: true, feeds: { articles, key } })
  ;(await network.request(2)).answer({ success: true, feeds: { articles, key } })
  expect(await screen.findByDisplayValue(key.google)).toBeTruthy()
  expect(screen.getByText(/尚未被讀取/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '停用' }))
  const question = await screen.findByRole('alertdialog')
  fireEvent.click(within(question).getByRole('button', { name: '停用' }))
  expect((await network.request(3)).method).toBe('DELETE')
})
