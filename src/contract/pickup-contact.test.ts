import { expect, it } from 'vitest'
import { pickupNameFault, pickupPhoneFault, toMobileNumber } from './pickup-contact.ts'

it('names that the chains take, and what is told of the others (SHIP-10)', () => {
  for (const name of ['王小明', '林美', '歐陽小美玲', 'Mary Lee', 'John', ' 王小明 ']) {
    expect(pickupNameFault(name)).toBeUndefined()
  }
  for (const [name, words] of [
    ['', '請填寫'],
    ['王', '2 至 5 個中文字'],
    ['歐陽小美玲玲', '2 至 5 個中文字'],
    ['Al', '4 至 10'],
    ['Alexander Li', '4 至 10'],
    ['王小明2', '不含數字'],
    ['谷辣斯·尤達卡', '不含數字與符號'],
    ['王先生（代收）', '不含數字與符號'],
    ['\u{20BB7}田', '罕用字'],
  ] as const) {
    expect(pickupNameFault(name)).toContain(words)
  }
})

it('a mobile number is read as people write it (SHIP-10)', () => {
  for (const text of [
    '0912345678',
    '0912-345-678',
    '０９１２３４５６７８',
    '+886 912 345 678',
    '０９１２－３４５－６７８',
    '0912–345–678',
    '＋８８６（９１２）３４５６７８',
  ]) {
    expect(toMobileNumber(text)).toBe('0912345678')
  }
  for (const text of ['0223456789', '091234567', '09123456789', '+1 912 345 678', '']) {
    expect(pickupPhoneFault(text)).toContain('手機號碼')
  }
})
