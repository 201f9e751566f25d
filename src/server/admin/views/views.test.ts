import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listColumns, listViews } from '../../db/tables/admin.ts'
import { openStaff, type TestAdministrator } from '../../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
let manager: TestAdministrator
let viewer: TestAdministrator

beforeAll(async () => {
  shop = await openTestShop()
  owner = await openStaff(shop, 'owner')
  manager = await openStaff(shop, 'manager')
  viewer = await openStaff(shop, 'viewer')
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.db.delete(listViews)
  await shop.database.db.delete(listColumns)
})

const paid = { list: 'orders', name: '待出貨・本週', query: 'state=paid&sort=total&order=desc' }
const viewsOf = async (who: TestAdministrator, list = 'orders') =>
  (await who.get(`/admin/views?list=${list}`)).body.views

describe('views of a list (FIND-07)', () => {
  it('keep filters, order and columns under a name, for their account and list alone', async () => {
    const kept = await viewer.post('/admin/view', { ...paid, columns: ['訂單日期', '電話'] })
    expect(kept.body.view).toEqual({
      ...paid,
      id: expect.any(String),
      columns: ['訂單日期', '電話'],
      is_shared: false,
      is_mine: true,
    })
    expect(await viewsOf(viewer)).toEqual([kept.body.view])
    expect(await viewsOf(viewer, 'products')).toEqual([])
    expect(await viewsOf(owner)).toEqual([])
  })

  it('are renamed, changed and deleted by their account alone', async () => {
    const { id } = (await owner.post('/admin/view', paid)).body.view
    const change = { name: '本週', query: 'state=paid', columns: ['電話'] }
    const changed = await owner.put(`/admin/view/${id}`, change)
    expect(changed.body.view).toMatchObject({ ...change, is_shared: false })
    for (const answer of [
      await manager.put(`/admin/view/${id}`, { name: '我的' }),
      await manager.delete(`/admin/view/${id}`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { message: '找不到檢視' } })
    }
    expect((await owner.delete(`/admin/view/${id}`)).status).toBe(200)
    expect(await viewsOf(owner)).toEqual([])
    expect((await owner.delete(`/admin/view/${id}`)).status).toBe(404)
  })

  it('have a name of 1 to 20 characters that no other of theirs has', async () => {
    await owner.post('/admin/view', paid)
    for (const name of ['', '  ', '檢'.repeat(21)]) {
      expect((await owner.post('/admin/view', { ...paid, name })).status, name).toBe(400)
    }
    const second = await owner.post('/admin/view', { ...paid, name: '檢'.repeat(20) })
    expect(second.status).toBe(200)
    const taken = { status: 409, body: { message: '檢視名稱已存在', code: 'VIEW_NAME_TAKEN' } }
    expect(await owner.post('/admin/view', { ...paid, name: ` ${paid.name} ` })).toMatchObject(
      taken,
    )
    const rename = owner.put(`/admin/view/${second.body.view.id}`, { name: paid.name })
    expect(await rename).toMatchObject(taken)
    expect((await owner.post('/admin/view', { ...paid, list: 'products' })).status).toBe(200)
    expect((await manager.post('/admin/view', paid)).status).toBe(200)
  })

  it('are 30 a list and account, also of those that are sent together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, n) => owner.post('/admin/view', { ...paid, name: `第 ${n}` })),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(2)
    expect(refused[0]).toMatchObject({ status: 409, body: { message: '檢視數量已達上限' } })
    expect(await viewsOf(owner)).toHaveLength(30)
    expect((await owner.post('/admin/view', { ...paid, list: 'products' })).status).toBe(200)
  })

  it('are shared with all by owners and managers', async () => {
    const { id } = (await manager.post('/admin/view', { ...paid, is_shared: true })).body.view
    expect(await viewsOf(viewer)).toMatchObject([{ id, is_shared: true, is_mine: false }])
    expect((await viewer.delete(`/admin/view/${id}`)).status).toBe(404)
    expect((await manager.put(`/admin/view/${id}`, { is_shared: false })).status).toBe(200)
    expect(await viewsOf(viewer)).toEqual([])
    expect((await viewer.post('/admin/view', { ...paid, is_shared: true })).status).toBe(403)
    const own = (await viewer.post('/admin/view', paid)).body.view.id
    expect((await viewer.put(`/admin/view/${own}`, { is_shared: true })).status).toBe(403)
    expect((await owner.post('/admin/view', { ...paid, is_shared: true })).status).toBe(200)
  })
})

it('stay with the account that made them, whatever else a call says (FIND-07)', async () => {
  const { uid } = viewer
  const [made, columns] = [{ name: '我的', query: '' }, ['電話']]
  const { view } = (await viewer.post('/admin/view', { ...made, list: 'orders' })).body
  const change = { name: '我的二', uid: owner.uid, id: 'other' }
  expect((await viewer.put(`/admin/view/${view.id}`, change)).body.view).toMatchObject({
    id: view.id,
    is_mine: true,
  })
  const chosen = { list: 'coupons', columns, uid: owner.uid }
  expect((await viewer.put('/admin/columns', chosen)).status).toBe(200)
  const { rows } = await shop.database.pool.query(
    "select uid from list_columns where list = 'coupons'",
  )
  expect(rows).toEqual([{ uid }])
})

it('keeps the columns of a list for the account that chose them (FIND-02)', async () => {
  const columnsOf = async (who: TestAdministrator) =>
    (await who.get('/admin/views?list=orders')).body.columns
  expect(await columnsOf(viewer)).toBeNull()
  for (const columns of [['訂單編號', '電話'], ['商品'], null]) {
    expect((await viewer.put('/admin/columns', { list: 'orders', columns })).status).toBe(200)
    expect(await columnsOf(viewer)).toEqual(columns)
    expect(await columnsOf(owner)).toBeNull()
  }
  expect((await viewer.put('/admin/columns', { list: 'orders', columns: [] })).status).toBe(400)
  expect((await viewer.put('/admin/columns', { list: 'secrets', columns: null })).status).toBe(400)
})
