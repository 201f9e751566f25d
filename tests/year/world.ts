import type { CreditKind } from '../../src/contract/credit-kinds.ts'
import {
  openAdministrator,
  type TestAdministrator,
} from '../../src/server/testing/test-administrator.ts'
import { type Visitor, visitor } from '../../src/server/testing/test-shop.ts'
import type { Account, Lot } from './account.ts'
import type { Acts } from './acts.ts'
import type { YearShop } from './year-shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: as the answers of a visitor
export type Reply = any

export interface YearMember {
  person: Visitor
  uid: string
  email: string
  /** The number under which the back office keeps the customer; known once there is one. */
  customerId?: string
  account: Account
}

export type Delivery = 'home' | 'store' | 'place' | 'group'

/** An order as the harness knows it: what was done to it, and what follows from that. */
export interface YearOrder {
  id: string
  number: string
  person: Visitor
  member?: YearMember | undefined
  delivery: Delivery
  state: string
  total: number
  fee: number
  placedAt: Date
  paysOnDelivery: boolean
  /** A number to pay with, of which the shopper has the slip. */
  slip?: string | undefined
  shippedAt?: Date | undefined
  deliveredAt?: Date | undefined
  /** Asked for as money, or as credit, in whole NT$. */
  refunded: number
  credited: number
  /** The part of it that named its goods. */
  named: number
  /** Remitted by the staff. */
  remitted: number
  percent: number
  /** The points that it has earned. */
  earned?: Lot | undefined
  events: string[]
}

export interface YearOptions {
  seed: number
  months: number
  /** The first day of Taipei, `YYYY-MM-DD`; the first month ends with its own. */
  from?: string
  ordersADay: number
  log: (line: string) => void
  /** Gets each act, to compare those of two runs. */
  onAct?: ((line: string) => void) | undefined
  /** Breaks something on the way, which the audit has to name. */
  mischief?: ((world: YearWorld) => Promise<void>) | undefined
}

/** Everything that a year is played with. */
export interface YearWorld {
  shop: YearShop
  random: () => number
  owner: TestAdministrator
  members: YearMember[]
  /** Ids of products. */
  products: string[]
  methods: Record<'home' | 'store' | 'place', string>
  placeId: string
  couponCode: string
  orders: Map<string, YearOrder>
  /** Money of leaders that the shop has booked, in whole NT$. */
  handedOver: number
  /** How often the shop has refused what was tried, by its words. */
  refusals: Map<string, number>
  counts: Map<string, number>
  /** All that was done and came of it, with nothing that is random: the same for the same seed. */
  acts: Acts
  /** The last step of an order that is in the own books. */
  followed: string
}

export function pick<T>(random: () => number, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}

export function count(world: Pick<YearWorld, 'counts'>, what: string): void {
  world.counts.set(what, (world.counts.get(what) ?? 0) + 1)
}

/** Notes what happened to an order, for whoever has to find out why its money differs. */
export function note(world: YearWorld, order: YearOrder, event: string): void {
  const at = world.shop.clock.now().toISOString()
  order.events.push(`${at} ${event}`)
  world.acts.add(at, order.number, event)
}

/** Of each member. */
export const memberPassword = 'abc123'

export function openOwner(shop: YearShop): Promise<TestAdministrator> {
  return openAdministrator(shop)
}

export async function openMember(
  shop: YearShop,
  number: number,
  account: Account,
): Promise<YearMember> {
  const email = `year-${number}@example.com`
  const reply = await shop.app.inject({
    method: 'POST',
    url: '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=minmin',
    payload: { email, password: memberPassword, returnSecureToken: true },
  })
  const { localId: uid, idToken } = reply.json<{ localId: string; idToken: string }>()
  await shop.query('update members set email_verified = true where uid = $1', [uid])
  return { person: visitor(shop.app, idToken), uid, email, account }
}

export function newGuest(world: YearWorld): Visitor {
  return visitor(world.shop.app)
}

/** Sum of what a member has of a kind as the shop says it. */
export function shownBalance(body: Reply, kind: CreditKind): number {
  return kind === 'credit' ? body.balance : body.points
}

/** People of their own: who does not fetch parcels is not asked to pay at the pick-up again. */
export function contactOf(random: () => number, member?: YearMember) {
  const digits = String(Math.floor(random() * 1e8)).padStart(8, '0')
  const email = member?.email ?? `guest-${digits}@example.com`
  return { name: '王小明', email, tel: `09${digits}`, address: '台北市信義區 1 號' }
}
