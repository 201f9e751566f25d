import { randomFrom } from '../harness/random.ts'
import { Account } from './account.ts'
import { Acts } from './acts.ts'
import { auditMonth, type MonthSums } from './audit-month.ts'
import { insist } from './calls.ts'
import { follow } from './follow.ts'
import { GroupBuys } from './group-buys.ts'
import { fillNumbers, giveGifts, workAsOwner } from './owner.ts'
import { openShelves } from './shelves.ts'
import { askReturns, cancelSome, paySlips, shopOnce } from './shoppers.ts'
import { openMember, openOwner, type YearOptions, type YearWorld } from './world.ts'
import { openYearShop, type YearShop } from './year-shop.ts'

export interface YearReport {
  orders: number
  months: { month: string; sums: MonthSums }[]
  counts: Record<string, number>
  refusals: Record<string, number>
  /** The differences of the first month that has any: the year ends there. */
  faults: string[]
  /** Of all acts: two runs of a seed have the same one. */
  acts: string
}

const members = 8
const hourMs = 3_600_000
/** Hours of Taipei in which people do something; in the others only what is due happens. */
const busyHours = [10, 15, 20]

/**
 * A year of a shop by a clock that jumps: orders, groups, returns, points that end, periods of invoices.
 * At each month's end everything that knows of the money has to say the same, to the dollar.
 */
export async function playYear(options: YearOptions): Promise<YearReport> {
  const start = new Date(`${options.from ?? '2027-01-01'}T00:00:30+08:00`)
  const shop = await openYearShop(start)
  try {
    const world = await openWorld(shop, options)
    return await play(world, start, options)
  } finally {
    await shop.close()
  }
}

async function openWorld(shop: YearShop, { seed, onAct }: YearOptions): Promise<YearWorld> {
  await shop.settle()
  const owner = await openOwner(shop)
  const shelves = await openShelves(shop, owner)
  const world: YearWorld = {
    ...{ shop, owner, ...shelves, random: randomFrom(seed), members: [], orders: new Map() },
    ...{ handedOver: 0, refusals: new Map(), counts: new Map() },
    ...{ acts: new Acts(onAct), followed: '0' },
  }
  for (let number = 1; number <= members; number++) {
    world.members.push(await openMember(shop, number, new Account()))
  }
  return world
}

async function play(world: YearWorld, start: Date, options: YearOptions): Promise<YearReport> {
  const { months, ordersADay, log, mischief } = options
  const { shop, counts, refusals } = world
  const groups = new GroupBuys(world)
  const report: YearReport['months'] = []
  const ends = Array.from({ length: months }, (_, index) => monthAfter(start, index + 1))
  let day = 0
  for (let at = start.getTime(); ; at += hourMs) {
    const now = new Date(at + secondsPast((at - start.getTime()) / hourMs) * 1_000)
    const hour = (new Date(at).getUTCHours() + 8) % 24
    const isBusy = busyHours.includes(hour)
    if (await shop.moveTo(now, { isBusy })) await follow(world)
    const end = ends.find((one) => one.getTime() === at)
    if (end) {
      await shop.settle()
      await follow(world)
      const month = new Date(at - hourMs).toISOString().slice(0, 7)
      const { sums, faults } = await auditMonth(world)
      report.push({ month, sums })
      world.acts.add(now.toISOString(), sums)
      const acts = world.acts.digest()
      log(
        `${month}: ${world.orders.size} orders, ${JSON.stringify(sums)}, acts ${acts}, ${faults.length} faults`,
      )
      if (faults.length > 0 || end === ends.at(-1)) {
        const found = faults.map(
          (fault) => `${month}, seed ${options.seed}: ${fault}${eventsOf(world, fault)}`,
        )
        return {
          ...{ orders: world.orders.size, months: report, faults: found, acts },
          ...{ counts: Object.fromEntries(counts), refusals: Object.fromEntries(refusals) },
        }
      }
      await changeSettings(world, report.length)
    }
    if (!isBusy) continue
    if (hour === busyHours[0]) {
      day++
      await workAsOwner(world)
      await settle(world)
      if (day % 9 === 3) await groups.open()
      if (day % 30 === 12) await giveGifts(world)
    } else {
      const orders = Math.floor(ordersADay / 2 + world.random())
      for (let order = 0; order < orders; order++) await shopOnce(world)
      await settle(world)
      await groups.round()
      await paySlips(world)
      await cancelSome(world)
      await askReturns(world)
    }
    await settle(world)
    if (hour === busyHours.at(-1)) await fillNumbers(world)
    await settle(world)
    await mischief?.(world)
  }
}

/** The last events of the orders that a fault names only by their ids. */
function eventsOf({ orders }: YearWorld, fault: string): string {
  if (fault.includes('\n')) return ''
  const named = [...orders.values()].filter(({ id }) => fault.includes(id))
  return named
    .map(({ number, events }) => `\n    ${[number, ...events.slice(-12)].join('\n    ')}`)
    .join('')
}

async function settle(world: YearWorld): Promise<void> {
  await world.shop.settle()
  await follow(world)
}

/**
 * Each hour begins some seconds later than the one before: what waits for whole hours is clearly due or
 * not, however long the work of an hour takes.
 */
function secondsPast(hours: number): number {
  return (hours * 7) % 1_800
}

/** From month to month invoices are issued at the other time. */
async function changeSettings(world: YearWorld, months: number): Promise<void> {
  const { owner } = world
  const { settings } = await insist(world, owner, 'get', '/admin/settings')
  const { version, values } = settings.invoice
  const when = months % 2 === 0 ? 'shipping' : 'payment'
  const data = { version, values: { ...values, when } }
  await insist(world, owner, 'put', '/admin/settings/invoice', data)
  await world.shop.settle()
}

/** Half a minute after midnight of Taipei on the first day of a later month. */
function monthAfter(start: Date, months: number): Date {
  const at = new Date(start.getTime() + 8 * hourMs)
  const first = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1, 0, 0, 30)
  return new Date(first - 8 * hourMs)
}
