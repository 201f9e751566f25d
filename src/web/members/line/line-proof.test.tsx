import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setMemberSession, signedOutSession } from '../../api/member-session.ts'
import { LineProof } from './line-proof.tsx'

afterEach(() => {
  cleanup()
  act(() => setMemberSession(signedOutSession))
})

const tokenOf = (secondsAgo: number) => {
  const claims = { name: '>>>???', auth_time: Math.floor(Date.now() / 1_000) - secondsAgo }
  const part = btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')
  return `e30.${part.replaceAll('=', '')}.x`
}

test.each([
  ['of now', tokenOf(0), true],
  ['of four minutes ago', tokenOf(240), true],
  ['of five minutes ago', tokenOf(300), false],
  ['missing', null, false],
  ['no token', 'x', false],
])('opens what needs a proof by a token that is %s: %s (LINE-02)', (_, token, isOpen) => {
  act(() => setMemberSession({ ...signedOutSession, isLoggedIn: true, token }))
  render(
    <LineProof action="刪除帳號">
      <button type="button">確認刪除</button>
    </LineProof>,
  )
  expect(screen.queryByRole('button', { name: '確認刪除' }) !== null).toBe(isOpen)
  const link = screen.queryByRole('link', { name: '用 LINE 確認身分' })
  expect(link?.getAttribute('href') ?? null).toBe(
    isOpen ? null : '/v2/identity/line/start?for=confirm&next=%2Fmain%2Fmember',
  )
})
