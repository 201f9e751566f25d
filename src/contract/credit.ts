import type { Static } from 'typebox'
import type * as schema from './credit.schema.ts'
import { endpoint, subjectsOfOrders } from './endpoint.ts'
import { t } from './translate.ts'

export type CreditSettings = Static<typeof schema.CreditSettings>
/** As the storefront knows it; absent while both are off. */
export type ShownCredit = Static<typeof schema.ShownCredit>
export type MemberCredit = Static<typeof schema.own.reply>
export type CreditEntry = Static<typeof schema.CreditEntry>

/** Off until the owner turns it on; the percents are those that home promises then. */
export const defaultCredit: CreditSettings = {
  credit_on: false,
  points_on: false,
  percent: 3,
  step: 1,
  most: 21,
  days: 365,
  share: 100,
  first: 'money',
}

/** How far back completed orders raise the percent of the next one. */
export const stepDays = 365

/**
 * The percent that an order earns, of which so many were completed within the days before: the base,
 * one step more for each of them, and no more than the most.
 */
export function earnedPercent(
  { percent, step, most }: Pick<CreditSettings, 'percent' | 'step' | 'most'>,
  completedBefore: number,
): number {
  return Math.min(most, percent + step * completedBefore)
}

/** Points for goods that were paid with this much money, in whole NT$; rounded down. */
export function pointsOf(paid: number, percent: number): number {
  return Math.floor((Math.max(0, paid) * percent) / 100)
}

/** The most that may be paid with credit and points together, in whole NT$. */
export function mostCredit(goods: number, { share }: Pick<CreditSettings, 'share'>): number {
  return Math.floor((Math.max(0, goods) * share) / 100)
}

/** The promise of home, line by line; none while no points are earned. */
export function creditPromise(settings: CreditSettings): string[] {
  const { points_on, percent, step, most } = settings
  if (!points_on) return []
  return [
    t('基本回饋 {percent}%', { percent }),
    ...(step > 0 && most > percent
      ? [t('消費回饋 {step}%', { step }), t('最高回饋 {most}%', { most })]
      : []),
  ]
}

/** The settings that the storefront shows; undefined while both are off. */
export function shownCredit(settings: CreditSettings): ShownCredit | undefined {
  const { credit_on, points_on, percent, step, most, days, share } = settings
  if (!credit_on && !points_on) return undefined
  return {
    share,
    ...(credit_on && { credit: true as const }),
    ...(points_on && { points: { percent, step, most, days } }),
  }
}

export const creditApi = {
  own: endpoint<typeof schema.own>({
    method: 'GET',
    path: '{shop}/member/credit',
    caller: 'member',
    shows: subjectsOfOrders,
    summary: "The member's own credit and points, what ends when, and every entry, newest first",
  }),
}

const path = '{shop}/admin/customer/:id/credit'

export const adminCreditApi = {
  ofCustomer: endpoint<typeof schema.ofCustomer>({
    method: 'GET',
    path,
    caller: 'admin',
    permission: 'customer.read',
    shows: ['customer', ...subjectsOfOrders],
    summary: 'Credit and points of a customer who is a member, with one page of the entries',
  }),
  change: endpoint<typeof schema.change>({
    method: 'POST',
    path,
    caller: 'admin',
    permission: 'refund.write',
    isSensitive: true,
    action: 'credit.change',
    changes: ['customer'],
    summary: 'Give or take credit or points by hand, with a reason (honours Idempotency-Key)',
  }),
  totals: endpoint<typeof schema.totals>({
    method: 'GET',
    path: '{shop}/admin/credit',
    caller: 'admin',
    permission: 'report.read',
    shows: ['customer', 'setting', ...subjectsOfOrders],
    summary: 'What the shop owes its members: credit and points, and what of them ends when',
  }),
}
