import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { StoreChain } from '#contract/shipping-kinds.ts'
import type { Store, StoreChoice } from '#contract/stores.ts'
import { setMemberSession, signedOutSession } from '../api/member-session.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { StoreField } from './store-field.tsx'

const nangang: Store = {
  chain: 'UNIMART',
  id: '131386',
  name: '南港門市',
  county: '臺北市',
  district: '南港區',
  address: '臺北市南港區三重路19號',
  tel: '02-26551386',
}
const fuhua: Store = {
  ...nangang,
  id: '991182',
  name: '馥樺門市',
  address: '臺北市南港區三重路23號',
}
const family: Store = { ...nangang, chain: 'FAMI', id: '006598', name: '全家台北三重店' }

afterEach(() => {
  cleanup()
  act(() => setMemberSession(signedOutSession))
  vi.unstubAllGlobals()
})

const chosen: (string | undefined)[] = []

/** Opens the field with what the shop knows of the caller. */
async function open(
  known: { choice?: StoreChoice; recent?: Store[] } = {},
  { chains = ['UNIMART', 'FAMI'], at = '/' }: { chains?: StoreChain[]; at?: string } = {},
) {
  chosen.length = 0
  const network = new HeldNetwork()
  const find = (method: string, path: string) =>
    waitFor(() => {
      const found = network.requests.findLast(
        (one) => one.method === method && one.path.includes(path),
      )
      if (!found) throw new Error(`no ${method} ${path} so far`)
      return found
    })
  act(() => setMemberSession(signedOutSession))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <StoreField
          chains={chains}
          collects={false}
          back="#/main/cart/info"
          error="請選擇取貨門市"
          onChange={(choice) => chosen.push(choice?.store_token)}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const { recent = [], ...choice } = known
  ;(await find('GET', '/store-choice')).answer({ success: true, recent, ...choice })
  await screen.findByText('取貨門市')
  return { find, network }
}

const button = (name: RegExp) => screen.findByRole('button', { name })

test('a store is found by county and district and chosen by the keyboard alone (SHIP-05)', async () => {
  const { find } = await open()
  expect(screen.getByText('請選擇取貨門市')).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('門市的縣市'), '臺北市')
  await userEvent.selectOptions(screen.getByLabelText('門市的鄉鎮市區'), '南港區')
  const asked = await find('GET', '/stores')
  expect(Object.fromEntries(new URLSearchParams(asked.path.split('?')[1]))).toEqual({
    chain: 'UNIMART',
    county: '臺北市',
    district: '南港區',
  })
  asked.answer({ success: true, stores: [nangang, fuhua] })
  await screen.findByText('2 間門市')
  screen.getByLabelText('店名、店號或路名').focus()
  await userEvent.tab()
  expect(document.activeElement?.textContent).toContain('南港門市')
  // Its map is beside it.
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement?.textContent).toContain('馥樺門市')
  await userEvent.keyboard('{Enter}')
  const sent = await find('POST', '/store-choice')
  expect(sent.body).toEqual({ data: { chain: 'UNIMART', store_id: '991182' } })
  sent.answer({ success: true, store_token: 'T2', store: fuhua })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('更換門市'))
  expect(chosen.at(-1)).toBe('T2')
  expect(screen.queryByText('請選擇取貨門市')).toBeNull()
})

test('the last choice is there again, and stores used before are one press away (SHIP-05)', async () => {
  const choice = { store_token: 'T1', store: nangang }
  await open({ choice, recent: [nangang, family, fuhua] })
  expect(screen.getByText('7-ELEVEN 南港門市（131386）')).toBeTruthy()
  expect(chosen).toEqual(['T1'])
  await userEvent.click(await button(/更換門市/))
  const used = within(screen.getByRole('list', { name: '用過的門市' }))
  expect(used.getAllByRole('button').map((one) => one.textContent)).toEqual([
    expect.stringContaining('南港門市'),
    expect.stringContaining('馥樺門市'),
  ])
  await userEvent.click(screen.getByRole('radio', { name: '全家' }))
  expect(await button(/全家 台北三重店（006598）/)).toBeTruthy()
})

test('a choice of a chain that the method has not is none (SHIP-05)', async () => {
  const choice = { store_token: 'T1', store: family }
  await open({ choice, recent: [family] }, { chains: ['UNIMART'] })
  expect(chosen).toEqual([undefined])
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.getByLabelText('門市的縣市')).toBeTruthy()
})

test('Enter in the search asks for stores and sends no order; a refusal is told above them (SHIP-05)', async () => {
  const { find } = await open()
  await userEvent.type(screen.getByLabelText('店名、店號或路名'), '南港{Enter}')
  const asked = await find('GET', 'q=')
  expect(new URLSearchParams(asked.path.split('?')[1]).get('q')).toBe('南港')
  asked.answer({ success: true, stores: [nangang], is_capped: true })
  expect(await screen.findByText('顯示前 1 間，請再縮小範圍')).toBeTruthy()
  await userEvent.click(await button(/南港門市/))
  const message = '這間門市已經不能取貨，請選擇其他門市'
  ;(await find('POST', '/store-choice')).answer({ success: false, message }, 409)
  expect(await screen.findByText(message)).toBeTruthy()
})

test('the map is opened with the way back, and says why it brought nothing (SHIP-06)', async () => {
  const posted: { action: string; fields: FormData }[] = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (
    this: HTMLFormElement,
  ) {
    posted.push({ action: this.action, fields: new FormData(this) })
  })
  const { find } = await open({}, { at: '/main/cart/info?store=late' })
  expect(screen.getByText(/可能超過 30 分鐘了/)).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: '全家' }))
  await userEvent.click(await button(/用地圖選/))
  const sent = await find('POST', '/store-map')
  expect(sent.body).toEqual({
    data: { chain: 'FAMI', collects: false, is_mobile: false, back: '/#/main/cart/info' },
  })
  sent.answer({ success: true, action: 'https://map.example/', fields: { ExtraData: 'k3J9' } })
  await waitFor(() => expect(posted).toHaveLength(1))
  expect(posted[0]?.action).toBe('https://map.example/')
  expect(posted[0]?.fields.get('ExtraData')).toBe('k3J9')
  vi.restoreAllMocks()
})
