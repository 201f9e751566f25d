import { expect, it } from 'vitest'
import { formsOf } from '../testing/logistics-client.ts'
import { setUpLogistics } from '../testing/set-up-logistics.ts'
import { postForm } from '../testing/test-shop.ts'

const test = setUpLogistics()

const pageOf = async (path: string) => (await fetch(`${test.running.address}${path}`)).text()

it('lists parcels, and has a button for each state that can come next (GATEWAY-38)', async () => {
  const { no } = await test.parcel('UNIMARTC2C', { IsCollection: 'Y', CollectionAmount: '840' })
  const list = await pageOf('/parcels')
  expect(list).toContain(`<a href="/parcels/${no}">${no}</a>`)
  expect(list).toContain('7-ELEVEN 交貨便　代收 NT$840')
  const path = `/parcels/${no}`
  const forms = formsOf(await pageOf(path)).filter(({ action }) => action === `${path}/move`)
  expect(forms.map(({ fields }) => fields.to)).toEqual(['handedIn', 'expired', 'cancelled'])

  const moved = await postForm(`${test.running.address}${path}/move`, { to: 'handedIn' })
  expect(moved.url).toBe(`${test.running.address}${path}`)
  expect(await moved.text()).toContain('已寄件（2068）')
  const late = await postForm(`${test.running.address}${path}/move`, { to: 'cancelled' })
  expect(late.status).toBe(409)
  expect(await late.text()).toContain('這件包裹目前不能這樣做')
})

it('closes and opens a store by its button (GATEWAY-38)', async () => {
  const press = async () => {
    const form = formsOf(await pageOf('/stores')).find(({ action }) => action === '/stores/1405')
    await postForm(`${test.running.address}/stores/1405`, form?.fields ?? {})
    return test.running.gateway.settings.closedStores.includes('1405')
  }
  expect(await press()).toBe(true)
  expect(await press()).toBe(false)
})
