import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { FilterPicker } from './ids-picker.tsx'
import { categoryChoices, customerChoices, productChoices } from './sources.ts'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const mug = { id: 'mug', title: '馬克杯', price: 420, picture: '', is_enabled: 1 }
const lamp = { id: 'lamp', title: '檯燈', price: 900, picture: '', is_enabled: 0 }
const found = (...products: object[]) => ({ success: true, products, has_more: false })
const asked = (query: string) =>
  vi.waitUntil(() =>
    network.requests.findLast(({ path }) => path.endsWith(`choices${query && `?${query}`}`)),
  )
const combobox = () => screen.getByRole('combobox', { name: '商品' })

function Filter({ value: given = '' }: { value?: string }) {
  const [value, setValue] = useState(given)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setValue('sent')
      }}
    >
      <output>{value}</output>
      <FilterPicker source={productChoices} label="商品" value={value} onChange={setValue} />
    </form>
  )
}

test('the word that is typed is searched, not each of its beginnings, and chosen by keyboard (MEND-19)', async () => {
  renderAdmin(<Filter />)
  fireEvent.focus(combobox())
  for (const value of ['馬', '馬克', '馬克杯']) fireEvent.change(combobox(), { target: { value } })
  const search = await asked(`q=${encodeURIComponent('馬克杯')}`)
  search.answer(found(mug, lamp))
  await screen.findByRole('option', { name: '檯燈 NT$900・未上架' })
  expect(network.requests.map(({ path }) => path).filter((path) => /q=./.test(path))).toHaveLength(
    1,
  )
  await userEvent.type(combobox(), '{ArrowDown}{Enter}')
  expect(screen.getByText('mug')).toBeTruthy()
  await screen.findByRole('button', { name: '馬克杯' })
  // A word without a hit says so, and Enter sends no form.
  await userEvent.type(combobox(), '沒有{Enter}')
  ;(await asked(`q=${encodeURIComponent('沒有')}`)).answer(found())
  await screen.findByText('找不到商品', { selector: '.MuiAutocomplete-noOptions' })
  expect(screen.getByText('mug')).toBeTruthy()
})

test('ids of before are shown by name, and one that is gone by its end (DOOR-06)', async () => {
  renderAdmin(<Filter value="mug,product-gone42" />)
  ;(await asked(`ids=${encodeURIComponent('mug,product-gone42')}`)).answer(found(mug))
  await screen.findByRole('button', { name: '馬克杯' })
  const gone = screen.getByRole('button', { name: '找不到的商品（gone42）' })
  gone.focus()
  await userEvent.keyboard('{Delete}')
  expect(screen.getByText('mug')).toBeTruthy()
  network.expectCount(1)
})

test('a search that fails says so and is tried again (MEND-19)', async () => {
  renderAdmin(<Filter />)
  await userEvent.click(combobox())
  ;(await asked('')).answer({ success: false, message: '系統忙碌中' }, 400)
  await userEvent.click(await screen.findByText('重試'))
  await vi.waitUntil(() => network.requests.length === 2)
  network.requests[1]?.answer(found(mug))
  await waitFor(() => expect(screen.queryByText('重試')).toBeNull())
  await userEvent.click(combobox())
  await screen.findByRole('option', { name: /馬克杯/ })
})

test('one customer takes the place of another, and is told by the number where no name is known (DOOR-06)', async () => {
  const onChange = vi.fn()
  renderAdmin(
    <FilterPicker source={customerChoices} label="顧客" isSingle value="7" onChange={onChange} />,
  )
  const detail = await vi.waitUntil(() => network.requests.at(-1))
  detail.answer({ success: false, message: '找不到顧客' }, 404)
  await screen.findByRole('button', { name: '顧客 7' })
  await userEvent.click(screen.getByRole('combobox'))
  const list = await vi.waitUntil(() =>
    network.requests.find(({ path }) => path.endsWith('/customers')),
  )
  const customer = { id: '9', name: '陳大文', tel: '0911', member_id: 'm' }
  list.answer({ success: true, customers: [customer], pagination: {}, messages: [] })
  await userEvent.click(await screen.findByRole('option', { name: '陳大文 0911・會員' }))
  expect(onChange).toHaveBeenCalledWith('9')
})

test('a category that no published product has is offered as it is typed (DOOR-06)', async () => {
  const onChange = vi.fn()
  renderAdmin(<FilterPicker source={categoryChoices} label="分類" value="" onChange={onChange} />)
  await userEvent.type(screen.getByRole('combobox'), '燈')
  const categories = [
    { title: '燈飾', count: 2 },
    { title: '茶', count: 1 },
  ]
  ;(await network.request(0)).answer({ success: true, categories, messages: [] })
  await screen.findByRole('option', { name: '燈飾' })
  expect(screen.getAllByRole('option')).toHaveLength(2)
  await userEvent.click(screen.getByRole('option', { name: /^燈 / }))
  expect(onChange).toHaveBeenCalledWith('燈')
})
