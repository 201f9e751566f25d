import { expect, test } from 'vitest'
import { contactName, isEmail, isPasswordAcceptable } from './members.ts'

test.each([
  ['frost1', true],
  ['fros1', false],
  ['a!@#$1', true],
  ['密碼密碼a1', true],
  // Counted in characters, not in the halves of a surrogate pair.
  ['a1🍵🍵', false],
  ['a1🍵🍵🍵🍵', true],
])(
  'VALID-24 the password %j has at least six characters, whatever they are: %s',
  (password, is) => {
    expect(isPasswordAcceptable(password)).toBe(is)
  },
)

test.each([
  ['frosty', false],
  ['123456', false],
  ['FROST1', false],
  ['FROSt1', true],
])('VALID-25 the password %j has a lower-case letter and a digit: %s', (password, is) => {
  expect(isPasswordAcceptable(password)).toBe(is)
})

test.each([
  ['ming@example.com', true],
  ['a@b', true],
  ['a@b@c', true],
  ['ming', false],
  ['@example.com', false],
  ['ming@', false],
  ['mi ng@example.com', false],
  ['ming@exa mple.com', false],
  ['', false],
])('VALID-20 the e-mail %j is well-formed: %s', (text, is) => {
  expect(isEmail(text)).toBe(is)
})

test.each([
  ['王小明+k3Jd82k3Jd82k3Jd82k3Jd82k3Jd', '王小明'],
  ['A+B+k3Jd82k3Jd82k3Jd82k3Jd82k3Jd', 'A+B'],
  ['+k3Jd82k3Jd82k3Jd82k3Jd82k3Jd', ''],
  ['王+李', '王+李'],
  ['店內訂單', '店內訂單'],
  ['王小明', '王小明'],
])('the contact of %s is %s (AORDER-04, PAY-04, ORDERS-11, MEND-10)', (stored, shown) => {
  expect(contactName(stored)).toBe(shown)
})
