import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders } from '../db/tables/orders.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { joinData, openCampaign, openParticipant } from '../testing/test-campaigns.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../testing/test-shop.ts'

let shop: TestShop
let admin: TestAdministrator
let product: string
beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
  product = await shop.product()
})
afterAll(() => shop.close())

type User = { address?: string; address_parts?: object }

async function buy(visitor: Visitor, user: User): Promise<string> {
  await visitor.post('/cart', { product_id: product, qty: 1 })
  const data = { ...orderData, user: { ...orderData.user, ...user } }
  return (await visitor.post('/order', data)).body.orderId
}

async function enterByHand(user: User): Promise<string> {
  const data = { user: { ...orderData.user, ...user }, products: [{ product_id: product, qty: 1 }] }
  return (await admin.post('/admin/order', data)).body.orderId
}

async function takePlace(user: User): Promise<string> {
  const [campaign, member] = await Promise.all([openCampaign(shop), openParticipant(shop)])
  const data = joinData(campaign)
  const { body } = await member.post(`/group/${campaign.code}/participation`, {
    ...data,
    user: { ...data.user, ...user },
  })
  return body.participation.order_id
}

/** The place as it is stored, and the user as the staff reads it. */
async function read(id: string) {
  const [stored] = await shop.database.db
    .select({ zip: orders.userZip, county: orders.userCounty, district: orders.userDistrict })
    .from(orders)
    .where(eq(orders.id, id))
  return { stored, user: (await admin.get(`/admin/order/${id}`)).body.order.user }
}

const place = { zip: '110', county: '臺北市', district: '信義區' }
const typed = '台北市信義區市府路 45 號'
const joined = '110 臺北市信義區市府路 45 號'

it.each<[string, User, string, (user: User) => Promise<string>]>([
  ['an old client', { address: typed }, typed, (user) => buy(shop.guest(), user)],
  ['the form', { address: joined }, joined, (user) => buy(shop.guest(), user)],
  [
    'a client with fields of its own',
    {
      address: '市府路 45 號',
      address_parts: { county: '台北市', district: '信義區', zip: '110' },
    },
    joined,
    (user) => buy(shop.guest(), user),
  ],
  ['an order by hand', { address: typed }, typed, enterByHand],
  ['a place in a group', { address: typed }, typed, takePlace],
])(
  'the address of %s has one shape inside, and reads as it was sent (SHIP-02)',
  async (_, user, text, order) => {
    const { stored, user: told } = await read(await order(user))
    expect(stored).toEqual(place)
    expect(told.address).toBe(text)
    expect(told.address_parts).toEqual({ ...place, line: '市府路 45 號' })
  },
)

it('keeps as it was typed what cannot be split (SHIP-02)', async () => {
  for (const address of ['高雄市六角學院', '1 Main Street']) {
    const { stored, user } = await read(await buy(shop.guest(), { address }))
    expect(stored).toEqual({ zip: null, county: null, district: null })
    expect(user.address).toBe(address)
    expect(user).not.toHaveProperty('address_parts')
  }
})

it('changes the place with the text; the same text given back is no change (SHIP-02)', async () => {
  const id = await buy(shop.guest(), { address: typed })
  // As an order of before is stored.
  const bare = { userZip: null, userCounty: null, userDistrict: null }
  await shop.database.db.update(orders).set(bare).where(eq(orders.id, id))
  const { user } = await read(id)
  expect(user.address_parts).toEqual({ ...place, line: '市府路 45 號' })
  await admin.put(`/admin/order/${id}`, { user })
  const { rows } = await shop.database.db.execute(
    sql`select kind from order_events where order_id = ${id}`,
  )
  expect(rows).toEqual([{ kind: 'created' }])

  const moved = { ...user, address: '高雄市鼓山區蓬萊路 17 號' }
  await admin.put(`/admin/order/${id}`, { user: moved })
  const after = await read(id)
  expect(after.stored).toEqual({ zip: '804', county: '高雄市', district: '鼓山區' })
  expect(after.user.address).toBe(moved.address)
})
