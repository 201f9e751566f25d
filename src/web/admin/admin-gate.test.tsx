import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminArticleApi } from '#contract/articles.ts'
import { permissionsOf } from '#contract/permissions.ts'
import { adminToken, clearAdminToken, setAdminToken } from '../api/admin-session.ts'
import { useApiMutation } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { hideToast, toastState } from '../ui/toast-store.ts'
import { AdminGate } from './admin-gate.tsx'
import { useUnsavedGuard } from './ui/use-unsaved-guard.ts'

const hour = 3_600_000
let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
  setAdminToken('token-1', Date.now() + hour)
})
afterEach(() => {
  cleanup()
  clearAdminToken()
  vi.unstubAllGlobals()
  hideToast()
})

const owner = (uid = 'owner') => ({
  ...{ success: true, uid, username: `${uid}@example.com`, name: uid, role: 'owner' },
  ...{ permissions: permissionsOf('owner'), has_totp: false, needs_totp: false },
})
const ended = { success: false, message: '驗證錯誤, 請重新登入' }

/** A form of the back office that guards what is typed. */
function Form() {
  const [title, setTitle] = useState('')
  const save = useApiMutation(adminArticleApi.create)
  const remove = useApiMutation(adminArticleApi.remove)
  useUnsavedGuard({ isDirty: title !== '', onClose: () => {} })
  const data = { title } as Parameters<typeof save.mutate>[0]['data']
  return (
    <>
      <input aria-label="標題" value={title} onChange={({ target }) => setTitle(target.value)} />
      <button type="button" onClick={() => save.mutate({ data })}>
        儲存
      </button>
      <button type="button" onClick={() => remove.mutate({ params: { id: 'old' } })}>
        刪除
      </button>
      {save.isSuccess && <p>已儲存</p>}
    </>
  )
}

const requests = (end: string) => network.requests.filter(({ path }) => path.endsWith(end))
/** The call number `index` to what the end of its path says. */
const sent = (end: string, index = 0) => vi.waitUntil(() => requests(end)[index])

async function open() {
  const router = createMemoryRouter(
    [
      {
        path: `${paths.admin()}/*`,
        element: (
          <AdminGate>
            <Form />
          </AdminGate>
        ),
      },
      { path: '*', element: <p>首頁</p> },
    ],
    { initialEntries: [paths.admin()] },
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  ;(await sent('/user/check')).answer(owner())
  await screen.findByLabelText('標題')
  return () => router.state.location.pathname
}

/** Types and saves, and the session has ended. */
async function saveTooLate() {
  fireEvent.change(screen.getByLabelText('標題'), { target: { value: '春茶到貨' } })
  fireEvent.click(screen.getByText('儲存'))
  ;(await sent('/admin/article')).answer(ended, 401)
  await screen.findByRole('dialog', { name: '請重新登入' })
}

async function signIn(token: string, username?: string) {
  if (username) fireEvent.change(screen.getByLabelText('帳號'), { target: { value: username } })
  fireEvent.change(screen.getByLabelText('密碼'), { target: { value: 'warm-tea-7' } })
  fireEvent.click(screen.getByText('登入'))
  const index = requests('/admin/signin').length
  const { body, answer } = await sent('/admin/signin', index)
  answer({ success: true, message: '登入成功', uid: 'x', token, expired: Date.now() + hour })
  return body
}

test('after a new sign-in the call goes on with what was typed (MEND-21)', async () => {
  const address = await open()
  await saveTooLate()
  expect(await signIn('token-2')).toEqual({
    username: 'owner@example.com',
    password: 'warm-tea-7',
  })
  ;(await sent('/user/check', 1)).answer(owner())
  const again = await sent('/admin/article', 1)
  expect(again.headers.get('Authorization')).toBe('token-2')
  expect(again.body).toEqual({ data: { title: '春茶到貨' } })
  again.answer({ success: true, message: '已新增' })
  expect(await screen.findByText('已儲存')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(address()).toBe(paths.admin())
})

test('an account with a second factor is asked for its code (MEND-21)', async () => {
  await open()
  await saveTooLate()
  fireEvent.change(screen.getByLabelText('密碼'), { target: { value: 'warm-tea-7' } })
  fireEvent.click(screen.getByText('登入'))
  const refusal = { success: false, code: 'SECOND_FACTOR_REQUIRED', message: '請輸入驗證碼' }
  ;(await sent('/admin/signin')).answer(refusal, 403)
  fireEvent.change(await screen.findByLabelText('驗證碼'), { target: { value: '123456' } })
  fireEvent.click(screen.getByText('登入'))
  expect((await sent('/admin/signin', 1)).body).toMatchObject({ code: '123456' })
})

test('calls that find the token of another tab share one check, and ask for no sign-in (MEND-21)', async () => {
  await open()
  setAdminToken('of another tab', Date.now() + hour)
  fireEvent.click(screen.getByText('儲存'))
  await sent('/user/check', 1)
  fireEvent.click(screen.getByText('刪除'))
  // One more would have been sent by now.
  await act(() => Promise.resolve())
  for (const check of requests('/user/check').slice(1)) check.answer(owner())
  expect((await sent('/admin/article')).headers.get('Authorization')).toBe('of another tab')
  expect((await sent('/admin/article/old')).headers.get('Authorization')).toBe('of another tab')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(requests('/user/check')).toHaveLength(2)
})

test('a check of the token before that is refused is made again with the one of now (MEND-21)', async () => {
  await open()
  clearAdminToken()
  fireEvent.click(screen.getByText('儲存'))
  const early = await sent('/user/check', 1)
  setAdminToken('of another tab', Date.now() + hour)
  early.answer({ success: false, message: '請重新登入' }, 403)
  ;(await sent('/user/check', 2)).answer(owner())
  expect((await sent('/admin/article')).headers.get('Authorization')).toBe('of another tab')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a cookie that ran out sends no call, and another tab that signs in answers (MEND-21)', async () => {
  await open()
  clearAdminToken()
  fireEvent.click(screen.getByText('儲存'))
  ;(await sent('/user/check', 1)).answer({ success: false, message: '請重新登入' }, 403)
  await screen.findByRole('dialog', { name: '請重新登入' })
  expect(requests('/admin/article')).toHaveLength(0)
  setAdminToken('of another tab', Date.now() + hour)
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  ;(await sent('/user/check', 2)).answer(owner())
  expect((await sent('/admin/article')).headers.get('Authorization')).toBe('of another tab')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('another account leads away, and only after a question (MEND-21)', async () => {
  await open()
  await saveTooLate()
  await signIn('token-2', 'packer@example.com')
  ;(await sent('/user/check', 1)).answer(owner('packer'))
  const question = await screen.findByRole('alertdialog', { name: '已改用「packer」登入' })
  expect(question.textContent).toContain('還沒有儲存的內容將不會保留')
  expect(requests('/admin/article')).toHaveLength(1)

  fireEvent.click(screen.getByText('以「owner」登入'))
  await screen.findByRole('dialog', { name: '請重新登入' })
  expect(screen.getByLabelText<HTMLInputElement>('標題').value).toBe('春茶到貨')
  await signIn('token-3', 'packer@example.com')
  ;(await sent('/user/check', 2)).answer(owner('packer'))
  fireEvent.click(await screen.findByText('以「packer」繼續'))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('標題').value).toBe(''))
  expect(requests('/admin/article')).toHaveLength(1)
  expect(adminToken()).toBe('token-3')
})

test('leaving without a sign-in is asked about, and ends at home (MEND-21)', async () => {
  const address = await open()
  await saveTooLate()
  fireEvent.click(screen.getByText('離開後台'))
  fireEvent.click(await screen.findByText('返回登入'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  fireEvent.click(screen.getByText('離開後台'))
  fireEvent.click(await screen.findByText('離開'))
  expect(await screen.findByText('首頁')).toBeTruthy()
  expect(address()).toBe(paths.home())
  expect(adminToken()).toBeUndefined()
})

test('a session that was over before it began leads home (SHELL-16)', async () => {
  const router = createMemoryRouter(
    [
      { path: `${paths.admin()}/*`, element: <AdminGate>後台</AdminGate> },
      { path: '*', element: <p>首頁</p> },
    ],
    { initialEntries: [paths.admin()] },
  )
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  ;(await sent('/user/check')).answer({ success: false, message: '請重新登入' }, 403)
  expect(await screen.findByText('首頁')).toBeTruthy()
  expect(adminToken()).toBeUndefined()
  expect(toastState().message).toBe('請重新登入')
})
