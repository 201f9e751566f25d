import { randomBytes } from 'node:crypto'
import { campaignFaults } from '../harness/campaign-faults.ts'
import type { Client } from './client.ts'
import type { Targets } from './fuzz-case.ts'
import { readKeptRows } from './kept-rows.ts'
import { type Caller, WorldCalls } from './world-calls.ts'
import { createGroups } from './world-groups.ts'
import { insertParcels } from './world-parcels.ts'
import {
  createInvalidTokens,
  createStaff,
  memberPassword,
  signInAdmin,
  signInStaff,
} from './world-tokens.ts'

const contact = { name: '王小明', email: 'a@example.com', tel: '0912345678', address: '台北市' }
const product = {
  title: '燈',
  category: '燈飾',
  unit: '盞',
  origin_price: 3,
  price: 2,
  is_enabled: 1,
}
const tastes = ['原味', '辣味']
const withTastes = {
  ...product,
  options: [{ name: '口味', values: tastes }],
  variants: tastes.map((taste) => ({ option_values: [taste], price: 2 })),
}
const productCount = 20
const spares = 8
const refreshAfterMs = 8 * 60_000

interface Member extends Caller {
  email: string
  refreshToken: string
}

/**
 * The shop around the requests: members, products, orders to aim at. Between rounds it is checked
 * and cleaned up, so that no table grows.
 */
export class World {
  readonly calls: WorldCalls
  readonly targets: Targets = {}
  readonly #tag = randomBytes(6).toString('hex')
  readonly #databaseUrl: string
  readonly #guest: Caller = {}
  readonly #admin: Caller = {}
  #members: Record<string, Member> = {}
  #refreshedAt = 0
  #before = ''
  #kept = new Set<string>()

  constructor(client: Client, databaseUrl: string) {
    this.calls = new WorldCalls(client)
    this.#databaseUrl = databaseUrl
    const id = randomBytes(16).toString('base64url')
    this.targets.guest = [id]
    this.#guest.cookie = `shopper=${id}`
  }

  /** Creates data of the whole run. */
  async open(): Promise<void> {
    this.#admin.token = await signInAdmin(this.calls)
    await createStaff(this.#databaseUrl, this.#tag)
    for (const name of ['A', 'B', 'Bystander']) this.#members[name] = await this.#signUp(name)
    const { targets } = this
    targets.secret = [`secret-${this.#tag}`]
    targets.emailA = [this.#member('A').email]
    const products = await this.#times(productCount, (n) =>
      this.#saveProduct(n % 2 === 0 ? product : withTastes),
    )
    targets.product = products.map(({ id }) => id)
    targets.variant = products.map(({ id, variants }) => variants?.[1]?.id ?? id)
    const coupons = await this.#times(4, (n) => this.#createCoupon(`KEEP${this.#tag}${n}`))
    targets.code = coupons.map(({ code }) => code)
    targets.keptCoupon = coupons.map(({ id }) => id)
    const [productId = ''] = targets.product
    const members = { memberA: this.#member('A'), memberB: this.#member('B') }
    const shop = { admin: this.#admin, databaseUrl: this.#databaseUrl, productId }
    Object.assign(targets, await createGroups(this.calls, { ...shop, ...members }))
    await this.#renewTokens()
    const { token: tokenA = '' } = this.#member('A')
    Object.assign(
      targets,
      await createInvalidTokens(this.calls, this.#databaseUrl, { tag: this.#tag, tokenA }),
    )
  }

  /** Creates one round's data. */
  async prepare(): Promise<void> {
    if (Date.now() - this.#refreshedAt > refreshAfterMs) await this.#renewTokens()
    await this.#openToGuests()
    const { targets } = this
    targets.spareProduct = await this.#times(spares, () => this.#createProduct())
    const coupons = await this.#times(spares, () =>
      this.#createCoupon(randomBytes(9).toString('hex')),
    )
    targets.spareCoupon = coupons.map(({ id }) => id)
    targets.spareOrder = await this.#times(spares, () => this.#createManualOrder())
    targets.paidOrder = await this.#times(spares, () => this.#createManualOrder(true))
    await this.#createShipped()
    const sent = await this.#times(spares, () => this.#createManualOrder(true))
    targets.spareShipment = await insertParcels(this.#databaseUrl, sent)
    await this.#createDeleted()
    const spare = await this.#signUp(`spare-${randomBytes(4).toString('hex')}`)
    targets.tokenSpare = [spare.token ?? '']
    for (const name of ['A', 'B', 'Bystander']) await this.#shop(name, this.#member(name))
    await this.#shop('Guest', this.#guest)
    this.#before = await this.#bystander()
    this.#kept = await readKeptRows(this.#databaseUrl)
  }

  /** A request of the owner may have closed the shop, or closed it to guests. */
  async #openToGuests(): Promise<void> {
    const { settings } = await this.calls.call('GET', '/admin/settings', this.#admin)
    const { version, values } = settings.shop
    if (!values.is_closed && !values.members_only) return
    const data = { version, values: { ...values, is_closed: false, members_only: false } }
    await this.calls.call('PUT', '/admin/settings/shop', this.#admin, { data })
  }

  /** Checks and deletes what a round has left; returns the faults. */
  async lookOver(): Promise<string[]> {
    const faults = await campaignFaults(this.#databaseUrl)
    if ((await this.#bystander()) !== this.#before) {
      faults.push('the cart or the orders of a member who did nothing have changed')
    }
    const kept = await readKeptRows(this.#databaseUrl)
    const gone = [...this.#kept].filter((row) => !kept.has(row))
    if (gone.length > 0) faults.push(`the books have lost ${gone.slice(0, 5).join(', ')}`)
    await this.#tryAfterDelete()
    await this.#sweep()
    return faults
  }

  async #tryAfterDelete(): Promise<void> {
    const { calls } = this
    const a = this.#member('A')
    const [order = ''] = this.targets.orderA ?? []
    const [spare = ''] = this.targets.tokenSpare ?? []
    const id = await this.#createProduct()
    await calls.call('DELETE', '/carts', a)
    const { data } = await calls.call('POST', '/cart', a, { data: { product_id: id, qty: 1 } })
    await calls.call('DELETE', `/cart/${data.id}`, a)
    await calls.call('PUT', `/cart/${data.id}`, a, { data: { qty: 1 } }, 404)
    await calls.call('DELETE', `/admin/product/${id}`, this.#admin)
    await calls.call('GET', `/product/${id}`, {}, {}, 404)
    await calls.call('POST', '/cart', a, { data: { product_id: id, qty: 1 } }, 404)
    await calls.call('DELETE', `/admin/order/${order}`, this.#admin)
    await calls.call('GET', `/order/${order}`, a, {}, 404)
    await calls.call('POST', `/pay/${order}`, a, {}, 404)
    await calls.call('DELETE', `/admin/order/${order}`, this.#admin, {}, 404)
    const deletion = '//identitytoolkit.googleapis.com/v1/accounts:delete?key=minmin'
    // One of the round's requests may have been first.
    await calls.call('POST', deletion, {}, { body: { idToken: spare } }).catch(() => undefined)
    await calls.call('GET', '/orders', { token: spare }, {}, 401)
    await calls.call('POST', deletion, {}, { body: { idToken: spare } }, 400)
    const session = { token: await signInAdmin(calls) }
    await calls.call('POST', '//v2/logout', session)
    await calls.call('GET', '/admin/orders', session, {}, 401)
    await calls.call('POST', '//v2/logout', session, {}, 400)
  }

  async #sweep(): Promise<void> {
    const { calls, targets } = this
    await calls.call('DELETE', '/admin/orders/all', this.#admin)
    const [bystanders = ''] = targets.orderBystander ?? []
    await calls.call('GET', `/order/${bystanders}`, this.#member('Bystander'), {}, 404)
    const { products } = await calls.call('GET', '/admin/products/all', this.#admin)
    const made = Object.keys(products).filter((id) => !targets.product?.includes(id))
    await this.#each(made, (id) => calls.call('DELETE', `/admin/product/${id}`, this.#admin))
    for (;;) {
      const { coupons } = await calls.call('GET', '/admin/coupons', this.#admin)
      const found = (coupons as { id: string }[]).map(({ id }) => id)
      const old = found.filter((id) => !targets.keptCoupon?.includes(id))
      if (old.length === 0) return
      await this.#each(old, (id) => calls.call('DELETE', `/admin/coupon/${id}`, this.#admin))
    }
  }

  #member(name: string): Member {
    const member = this.#members[name]
    if (!member) throw new Error(`there is no member ${name}`)
    return member
  }

  async #signUp(name: string): Promise<Member> {
    const email = `${name}-${this.#tag}@example.com`.toLowerCase()
    const fields = { email, password: memberPassword, returnSecureToken: true }
    const { idToken, refreshToken } = await this.calls.provider('signUp', fields)
    return { email, token: idToken, refreshToken }
  }

  async #renewTokens(): Promise<void> {
    for (const member of Object.values(this.#members)) {
      const body = { grant_type: 'refresh_token', refresh_token: member.refreshToken }
      const path = '//securetoken.googleapis.com/v1/token?key=minmin'
      member.token = (await this.calls.call('POST', path, {}, { body })).id_token
    }
    this.targets.tokenA = [this.#member('A').token ?? '']
    this.targets.tokenB = [this.#member('B').token ?? '']
    this.targets.refreshA = [this.#member('A').refreshToken]
    Object.assign(this.targets, await signInStaff(this.calls, this.#tag))
    // The same session as the requests': one of these ends all others of the account.
    this.#admin.token = this.targets.tokenAdmin?.[0] ?? ''
    this.#refreshedAt = Date.now()
  }

  /** An order, and a cart of two lines. */
  async #shop(name: string, caller: Caller): Promise<void> {
    const { calls, targets } = this
    const isBystander = name === 'Bystander'
    const message = isBystander ? targets.secret?.[0] : 'a wish'
    const add = async (n: number) => {
      const data = { product_id: targets.product?.[n], qty: n + 1 }
      return (await calls.call('POST', '/cart', caller, { data })).data.id as string
    }
    await calls.call('DELETE', '/carts', caller)
    await add(0)
    const order = await calls.call('POST', '/order', caller, { data: { user: contact, message } })
    targets[`order${name}`] = [order.orderId]
    targets[`line${name}`] = [await add(1), await add(2)]
  }

  /** All data of the bystander, as one text. */
  async #bystander(): Promise<string> {
    const member = this.#member('Bystander')
    const cart = await this.calls.call('GET', '/cart', member)
    return JSON.stringify([cart, await this.calls.call('GET', '/orders', member)])
  }

  async #createProduct(): Promise<string> {
    return (await this.#saveProduct(product)).id
  }

  async #saveProduct(data: object): Promise<{ id: string; variants?: { id: string }[] }> {
    return (await this.calls.call('POST', '/admin/product', this.#admin, { data })).product
  }

  async #createCoupon(code: string): Promise<{ id: string; code: string }> {
    const data = { title: '券', code, percent: 80, due_date: 4_070_908_799, is_enabled: 1 }
    return (await this.calls.call('POST', '/admin/coupon', this.#admin, { data })).coupon
  }

  /** Orders with a parcel each, and with a refund that waits to be remitted. */
  async #createShipped(): Promise<void> {
    const { calls, targets } = this
    const ids = await this.#times(spares, () => this.#createManualOrder(true))
    const made = await Promise.all(
      ids.map(async (id) => {
        const order = `/admin/order/${id}`
        const parcel = { data: { carrier: 'other' } }
        const refund = { data: { amount: 1, reason: '補償' } }
        const shipped = await calls.call('POST', `${order}/parcel`, this.#admin, parcel)
        const refunded = await calls.call('POST', `${order}/refund`, this.#admin, refund)
        return { parcel: shipped.data.id, refund: refunded.data.id }
      }),
    )
    targets.shippedOrder = ids
    targets.spareParcel = made.map(({ parcel }) => parcel)
    targets.spareRefund = made.map(({ refund }) => refund)
  }

  async #createManualOrder(isPaid = false): Promise<string> {
    const products = [{ product_id: this.targets.product?.[0], qty: 1 }]
    const data = { user: contact, products, is_paid: isPaid }
    return (await this.calls.call('POST', '/admin/order', this.#admin, { data })).orderId
  }

  async #createDeleted(): Promise<void> {
    const { calls, targets } = this
    const [productId, coupon, order] = await Promise.all([
      this.#createProduct(),
      this.#createCoupon(randomBytes(9).toString('hex')),
      this.#createManualOrder(),
    ])
    await calls.call('DELETE', `/admin/product/${productId}`, this.#admin)
    await calls.call('DELETE', `/admin/coupon/${coupon.id}`, this.#admin)
    await calls.call('DELETE', `/admin/order/${order}`, this.#admin)
    targets.goneProduct = [productId]
    targets.goneCoupon = [coupon.id]
    targets.goneOrder = [order]
  }

  #times<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
    return Promise.all(Array.from({ length: count }, (_, n) => make(n)))
  }

  async #each(ids: string[], act: (id: string) => Promise<unknown>): Promise<void> {
    for (let at = 0; at < ids.length; at += 8) await Promise.all(ids.slice(at, at + 8).map(act))
  }
}
