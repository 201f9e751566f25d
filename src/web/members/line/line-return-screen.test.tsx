import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { LineReturnScreen } from './line-return-screen.tsx'

afterEach(cleanup)

function open(query: Record<string, string>) {
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <LineReturnScreen query={new URLSearchParams(query)} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  return { hrefOf, said: () => screen.getByRole('alert').textContent }
}

test('says why LINE signed nobody in, and leads on by LINE and by a password (LINE-01)', () => {
  const { hrefOf, said } = open({ lineFault: 'refused', lineFor: 'sign_in', next: '/main/order' })
  expect(said()).toContain('您在 LINE 選擇了不同意')
  expect(hrefOf('再用 LINE 登入一次')).toBe('/v2/identity/line/start?next=%2Fmain%2Forder')
  expect(hrefOf('以電子信箱登入')).toBe('/main/memberLogin?next=%2Fmain%2Forder')
})

test('asks LINE to stay in this browser after it came back in another one (LINE-01)', () => {
  const { hrefOf, said } = open({ lineFault: 'other_browser', lineFor: 'sign_in' })
  expect(said()).toContain('LINE 在另一個瀏覽器開啟了登入結果')
  expect(hrefOf('再用 LINE 登入一次')).toBe('/v2/identity/line/start?again=1')
})

test('leads back to the account of a member who was on the way to tie LINE (LINE-01)', () => {
  const { hrefOf } = open({ lineFault: 'expired', lineFor: 'link', next: '//elsewhere.example' })
  expect(hrefOf('再試一次')).toBe('/v2/identity/line/start?for=link')
  expect(hrefOf('回到會員中心')).toBe('/main/member')
})
