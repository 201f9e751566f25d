import { describe, expect, it } from 'vitest'
import { numberWarning, pasteNumbers } from './tracking-numbers.ts'

const ids = ['a', 'b', 'c', 'd']
const orders = ids.map((id) => ({ id, number: `no-${id}` }))
const warn = (id: string, typed: Record<string, string>, used: [string, string][] = []) =>
  numberWarning(id, typed, { orders, used: new Map(used) })

describe('tracking numbers down the list (PACK-08)', () => {
  it.each([
    ['1\n2\n3', { b: '1', c: '2', d: '3' }],
    ['1\r\n2\r\n', { b: '1', c: '2' }],
    [' 1 \n\n3', { b: '1', c: '', d: '3' }],
    ['1\n2\n3\n4\n5', { b: '1', c: '2', d: '3' }],
  ])('%j fills the field it is pasted into and those below', (text, filled) => {
    expect(pasteNumbers({ a: '0' }, { text, from: 'b', ids })).toEqual({ a: '0', ...filled })
  })

  it('warn of a number that another order has, here or shipped before', () => {
    expect(warn('a', { a: 'X1', b: 'X1' })).toBe('與訂單 no-b 的單號相同')
    expect(warn('a', { a: 'X1' }, [['X1', '261122-9']])).toBe('與訂單 261122-9 的單號相同')
    expect(warn('a', { a: 'X1', b: 'X2' })).toBeUndefined()
    expect(warn('a', { a: '', b: '' })).toBeUndefined()
    expect(warn('a', { a: '單號' })).toBe('限英文、數字與 -，最多 40 字')
  })
})
