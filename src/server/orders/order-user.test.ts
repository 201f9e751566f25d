import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ShopError } from '../http/shop-error.ts'
import { type Contact, readContact } from './order-user.ts'

const seed = 20_261_121
const typed = {
  name: '王小明',
  email: 'ming@example.com',
  tel: '0912345678',
  address: '市府路 1 號',
}
const memberId = 'Zz0123456789abcdefghijklmnop'

/** The contact as it is stored, or the texts of its faults. */
function read(user: Partial<Contact>, member: string | null = memberId): Contact | string[] {
  try {
    return readContact({ ...typed, ...user }, member)
  } catch (error) {
    if (error instanceof ShopError && error.code === 'INVALID_INPUT') {
      return [error.reply.message].flat()
    }
    throw error
  }
}

const anyText = fc.string({ unit: 'binary', maxLength: 40 })
const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
const invisible = fc.constantFrom(
  ...[' ', '\t', '\n', '\u00a0', '\u3000', '\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad'],
  ...['\u202e', '\u2066', '\u200f', '\u061c', '\u3164', '\uffa0', '\u2800', '\u180e', '\u{e0041}'],
  ...['\ufe0f', '\u{e0100}', '\u0007', '\u001b'],
)

describe('the name of a contact', () => {
  it('A6 whatever a member types, the name is visible and short and does not end with the own id (seed 20261121)', () => {
    const name = fc.oneof(
      anyText,
      fc.array(fc.oneof(fc.constantFrom('王', '+', 'a', '𠮷'), invisible), { maxLength: 14 }),
    )
    fc.assert(
      fc.property(name, anyText, (shown, suffix) => {
        const text = `${[shown].flat().join('')}+${suffix.replaceAll('+', '')}`
        const contact = read({ name: text })
        if (Array.isArray(contact)) return
        expect(contact.name.endsWith(`+${memberId}`)).toBe(false)
        expect([...contact.name].length).toBeLessThanOrEqual(100)
        expect(contact.name).toMatch(/\S/)
        expect(contact.name).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
      }),
      { seed, numRuns: 2_000 },
    )
  })

  it('A6 a name is counted in characters as people see them in the code table: a hundred pass, one more does not (seed 20261121)', () => {
    const letter = fc.constantFrom('王', '𠮷', 'a', 'é', '😀')
    fc.assert(
      fc.property(fc.array(letter, { minLength: 95, maxLength: 105 }), (letters) => {
        const contact = read({ name: letters.join('') }, null)
        const fault = ['聯絡人不可超過 100 個字']
        expect(contact).toEqual(letters.length > 100 ? fault : { ...typed, name: letters.join('') })
      }),
      { seed, numRuns: 300 },
    )
  })

  it('A6 a name of what nobody can see is no name, for guests and members (seed 20261121)', () => {
    fc.assert(
      fc.property(fc.array(invisible, { maxLength: 20 }), fc.boolean(), (letters, isMember) => {
        const contact = read({ name: letters.join('') }, isMember ? memberId : null)
        expect(contact).toEqual(['name 屬性不得為空'])
      }),
      { seed, numRuns: 500 },
    )
  })

  it("drops what reads as a member's id from the end of a guest's name, and nothing else (A6, B3)", () => {
    expect(read({ name: `王小明+${memberId}+${memberId} ` }, null)).toEqual(typed)
    expect(read({ name: `+${memberId}` }, null)).toEqual(['name 屬性不得為空'])
    expect(read({ name: 'A+B' }, null)).toMatchObject({ name: 'A+B' })
  })

  it("keeps what stands behind a plus sign, unless that is a member's id (A6, MEND-10)", () => {
    for (const name of ['王+李', 'A+B+somebody', '王 +李', '+Plus']) {
      expect(read({ name })).toMatchObject({ name })
      expect(read({ name: `${name}+${memberId}` })).toMatchObject({ name })
      expect(read({ name }, null)).toMatchObject({ name })
    }
    expect(read({ name: '王+李+short' }, 'short')).toMatchObject({ name: '王+李' })
    expect(read({ name: `王+${'x'.repeat(28)}` })).toMatchObject({ name: '王' })
    expect(read({ name: `+${memberId}` })).toEqual(['name 屬性不得為空'])
  })

  it('A6 a glyph variant is part of a name', () => {
    expect(read({ name: '葛\u{e0100}城' }, null)).toMatchObject({ name: '葛\u{e0100}城' })
  })
})

describe('the telephone of a contact', () => {
  it('takes 5 to 20 digits and no others, full-width ones as plain ones (WIRE-01, A7, seed 20261121)', () => {
    const length = fc.integer({ min: 1, max: 25 })
    fc.assert(
      fc.property(length.chain(digits), fc.boolean(), (tel, isWide) => {
        const wide = tel.replace(/[0-9]/g, (digit) => String.fromCodePoint(Number(digit) + 0xff10))
        const contact = read({ tel: ` ${isWide ? wide : tel}\u3000` }, null)
        if (tel.length < 5) expect(contact).toEqual(['電話不可少於 5 碼'])
        else if (tel.length > 20) expect(contact).toEqual(['電話不可超過 20 碼'])
        else expect(contact).toEqual({ ...typed, tel })
      }),
      { seed, numRuns: 500 },
    )
  })

  it('A7 letters and signs that no telephone has are refused, wherever they stand (seed 20261121)', () => {
    const foreign = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
    fc.assert(
      fc.property(digits(7), foreign, fc.nat(7), (tel, letter, at) => {
        fc.pre(!/^[0-9+()#*\-. /\p{Pd}]*$/u.test(letter.normalize('NFKC').trim()))
        const contact = read({ tel: tel.slice(0, at) + letter + tel.slice(at) }, null)
        expect(Array.isArray(contact)).toBe(true)
      }),
      { seed, numRuns: 1_000 },
    )
  })

  it('A7 what is kept is plain digits and the signs of a telephone, whatever was typed (seed 20261121)', () => {
    fc.assert(
      fc.property(anyText, (tel) => {
        const contact = read({ tel }, null)
        if (!Array.isArray(contact)) expect(contact.tel).toMatch(/^[0-9+()#*\-. /]{5,60}$/)
      }),
      { seed, numRuns: 2_000 },
    )
  })
})

describe('the e-mail of a contact', () => {
  it.each([
    'a@',
    '@b',
    '@',
    'a',
    'a b@c',
    'a@b\r\nBcc: x@y',
    'a\u0000@b',
    'a\u200b@b',
    'a@b\u202e',
    'a@b.tw,c@d.tw',
    'a@b.tw;c@d.tw',
    'a@b@c',
    'ming@example.com>',
    'ming@example.com<>',
    'ming<@example.com',
    'ming@example.com.',
    '"ming"@example.com',
    '"mi\\ng"@example.com',
    'mi\\ng@example.com',
    'ming(home)@example.com',
    'ming@example.com(home)',
    'ming@[192.0.2.1]',
    'shop:ming@example.com',
  ])('A5 %j is refused (MEND-50)', (email) => {
    expect(read({ email })).toEqual(['Email 格式不正確'])
  })

  it.each(['a@b', 'Ming.W+shop@Example.com', "o'neil@example.com"])(
    'VALID-12 %s is kept as it was typed',
    (email) => {
      expect(read({ email })).toEqual({ ...typed, email })
    },
  )

  it.each(['ming＠example.com', 'mіng@example.com', 'ming@exаmple.com', 'ming@example。com'])(
    'A5 the look-alike %s is refused',
    (email) => {
      expect(read({ email })).toEqual(['Email 格式不正確'])
    },
  )

  it('A5 what is kept is one line of visible ASCII around an @, whatever was typed (seed 20261121)', () => {
    const part = fc.string({ unit: 'binary', maxLength: 6 })
    const email = fc
      .tuple(part, fc.constantFrom('@', '＠', ''), part)
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(email, fc.emailAddress()), (text) => {
        const contact = read({ email: text }, null)
        if (!Array.isArray(contact)) expect(contact.email).toMatch(/^[!-~]+@[!-~]+$/)
      }),
      { seed, numRuns: 3_000 },
    )
    fc.assert(
      fc.property(fc.emailAddress(), (text) => {
        expect(read({ email: text }, null)).toEqual({ ...typed, email: text })
      }),
      { seed, numRuns: 300 },
    )
  })
})

it('A8 an address keeps no sign that turns the text around it (seed 20261121)', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(invisible, fc.constantFrom('路', '1', ' '))), (letters) => {
      const contact = read({ address: letters.join('') }, null)
      const isVisible = letters.some((letter) => letter === '路' || letter === '1')
      if (!isVisible) expect(contact).toEqual(['address 屬性不得為空'])
      else expect((contact as Contact).address).not.toMatch(/\p{Bidi_Control}/u)
    }),
    { seed, numRuns: 500 },
  )
})
