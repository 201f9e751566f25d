import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultMenu } from '#contract/menu.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { LinkFormField } from './link-form-field.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Link() {
  const form = useForm({ defaultValues: { link: '/main/page/returns' } })
  return (
    <>
      <output>{form.watch('link')}</output>
      <LinkFormField control={form.control} name="link" label="連結" />
      <button type="button">其他</button>
    </>
  )
}

const answer = async (part: string, reply: object) => {
  const asked = await vi.waitUntil(() => network.requests.find(({ path }) => path.includes(part)))
  asked.answer({ success: true, ...reply })
}

test('a link is shown and chosen by the name of its page, and an address can be typed (DOOR-44)', async () => {
  renderAdmin(<Link />)
  const pages = [
    { id: 'r', slug: 'returns', title: '退換貨', is_public: true },
    { id: 'a', slug: 'about', title: '關於我們', is_public: false },
  ]
  await answer('/admin/menu', { version: 0, values: defaultMenu, categories: ['茶'], pages })
  const campaigns = (['open', 'settled'] as const).map((state) => ({
    ...{ id: state, title: `蜜蘋果 ${state}`, picture: '', state },
  }))
  await answer('/admin/campaigns/choices', { campaigns, has_more: false })
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: '連結' })
  await waitFor(() => expect(field.value).toBe('退換貨'))
  screen.getByText('/main/page/returns', { selector: 'p' })

  await userEvent.click(field)
  screen.getByRole('option', { name: /關於我們\s*草稿/ })
  screen.getByRole('option', { name: '茶' })
  expect(screen.queryByRole('option', { name: /settled/ })).toBeNull()
  await userEvent.clear(field)
  await userEvent.type(field, '蜜蘋')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(screen.getByRole('status').textContent).toBe('/main/groups/detail/open')
  expect(field.value).toBe('蜜蘋果 open')

  const other = screen.getByText('其他')
  for (const [typed, address, shown] of [
    ['全部商品', '/main/prods', '全部商品'],
    ['/main/prods', '/main/prods', '全部商品'],
    ['https://line.example/r', 'https://line.example/r', 'https://line.example/r'],
  ] as const) {
    await userEvent.clear(field)
    await userEvent.type(field, typed)
    expect(field.value).toBe(typed)
    await userEvent.click(other)
    expect(screen.getByRole('status').textContent).toBe(address)
    expect(field.value).toBe(shown)
  }
})
