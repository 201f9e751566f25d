import { expect, it } from 'vitest'
import { encryptMessage, maxMessageBytes } from './encrypt-message.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')
const browser = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

it('encrypts the example of RFC 8291, byte by byte', () => {
  const own = {
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  }
  const text = Buffer.from('When I grow up, I want to be a watermelon')
  expect(encryptMessage(text, browser, own).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

it('sends one record of 4096 bytes at most, and no two alike', () => {
  const longest = Buffer.alloc(maxMessageBytes)
  const one = encryptMessage(longest, browser)
  expect(one).toHaveLength(4096)
  expect(one.equals(encryptMessage(longest, browser))).toBe(false)
  expect(() => encryptMessage(Buffer.alloc(maxMessageBytes + 1), browser)).toThrow(RangeError)
})
