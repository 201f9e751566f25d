import { expect, test } from 'vitest'
import type { PackingOrder } from '#contract/packing.ts'
import { byParcel, numbersOf } from './by-parcel.ts'

const order = (number: string, ...shipsWith: string[]) =>
  ({ number, ...(shipsWith.length > 0 && { ships_with: shipsWith }) }) as PackingOrder

test('one slip and one label are of all orders in a parcel (AFTER-09)', () => {
  const orders = [order('1', '3', '4'), order('2'), order('3', '1', '4'), order('4', '1', '3')]
  const parcels = byParcel(orders).map((parcel) => parcel.orders.map(({ number }) => number))
  expect(parcels).toEqual([['1', '3', '4'], ['2']])
  expect(numbersOf(order('1', '3', '4'))).toBe('1、3、4')
})
