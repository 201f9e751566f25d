import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../testing/held-network.ts'
import { OrderMessages } from './order-messages.tsx'

afterEach(() => vi.unstubAllGlobals())

const open = (messages: Parameters<typeof OrderMessages>[0]['messages'] = []) => {
  const network = new HeldNetwork()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OrderMessages orderId="o-1" messages={messages} />
    </QueryClientProvider>,
  )
  return network
}

test('the first message is written after one press, and stays until the shop has it (DOOR-14)', async () => {
  const network = open()
  fireEvent.click(screen.getByRole('button', { name: '留言給商店' }))
  const field = screen.getByLabelText<HTMLTextAreaElement>('留言')
  expect(document.activeElement).toBe(field)
  const send = screen.getByRole('button', { name: '送出留言' })
  fireEvent.click(send)
  expect(screen.getByText('請輸入內容')).toBeTruthy()

  fireEvent.change(field, { target: { value: ' 可以週五到嗎？ ' } })
  fireEvent.click(send)
  const refused = await network.request(0)
  expect(refused.body).toEqual({ data: { text: '可以週五到嗎？' } })
  refused.answer({ success: false, message: '您已留了許多訊息，請等候商店回覆' }, 409)
  expect((await screen.findByRole('alert')).textContent).toContain('請等候商店回覆')
  expect(field.value).toBe(' 可以週五到嗎？ ')

  fireEvent.click(send)
  ;(await network.request(1)).answer({ success: true, message: '已送出留言' })
  await vi.waitFor(() => expect(field.value).toBe(''))
})

test('messages of both are told apart, as they were written', () => {
  open([
    { at: 1_795_000_000, kind: 'asked', actor: '您', text: '第一行\n<b>第二行</b>' },
    { at: 1_795_000_600, kind: 'answered', actor: '商店', text: '好的' },
  ])
  const [asked, answered] = screen.getAllByRole('listitem')
  expect(asked?.textContent).toMatch(/^您.*第一行\n<b>第二行<\/b>$/s)
  expect(answered?.textContent).toMatch(/^商店.*好的$/)
  expect(screen.getByRole('button', { name: '送出留言' })).toBeTruthy()
})
