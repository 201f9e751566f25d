import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { shopConfig } from '../api/shop-config.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { NewsletterForm } from './newsletter-form.tsx'

let network: HeldNetwork
beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <NewsletterForm text="新品上架的消息" />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('a shop that sends no mails thanks, and no address leaves the browser (HOME-17, DOOR-11)', async () => {
  const user = userEvent.setup()
  shopConfig.canMail = false
  onTestFinished(() => {
    shopConfig.canMail = true
  })
  open()
  await user.type(screen.getByLabelText('電子信箱'), 'a@b{Enter}')
  await screen.findByText('訂閱成功')
  network.expectCount(0)
  expect(screen.queryByRole('link')).toBeNull()
})

test('thanks for an address once the shop has it, and keeps a refused one in its field (DOOR-18, HOME-15)', async () => {
  const user = userEvent.setup()
  open()
  const field = screen.getByLabelText('電子信箱')
  await user.type(field, 'ming@example.com{Enter}')
  const first = await network.request(0)
  expect(first.body).toEqual({ data: { email: 'ming@example.com' } })
  expect(screen.queryByText('訂閱成功')).toBeNull()
  first.answer(
    { success: false, message: '操作過於頻繁，請稍後再試', code: 'TOO_MANY_REQUESTS' },
    429,
  )
  await screen.findByText('操作過於頻繁，請稍後再試')
  expect(field).toHaveProperty('value', 'ming@example.com')

  await user.type(field, '{Enter}')
  ;(await network.request(1)).answer({ success: true, message: '訂閱成功' })
  await screen.findByText('訂閱成功')
  expect(screen.getByText('請到信箱打開確認信，點選連結後才算完成。')).toBeTruthy()
  expect(field).toHaveProperty('value', '')
})
