import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { mailboxOf, normalizeEmail } from './email-address.ts'

const seed = 20_261_128
const transport = createTransport({ streamTransport: true })

/** The recipient that the mail server is told of, as the mails of the shop name it. */
async function sentTo(address: string): Promise<string | undefined> {
  const { envelope } = await transport.sendMail({
    from: 'shop@example.com',
    to: { name: '', address },
    text: '',
  })
  return envelope.to[0]
}

const signs = ['<', '>', '"', '\\', '(', ')', '[', ']', ':', ';', ',', '.', '+', '@', ' ', 'a', 'B']
const part = fc.string({ unit: fc.constantFrom(...signs), maxLength: 6 })
const address = fc.tuple(part, part, part).map(([a, b, c]) => `${a}v${b}@gmail.com${c}`)

test('what is taken as an address is sent to that address (MEND-50, seed 20261128)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(address, fc.emailAddress()), async (text) => {
      const email = normalizeEmail(text)
      if (email !== undefined) expect(await sentTo(email)).toBe(email)
    }),
    { seed, numRuns: 500 },
  )
})

test('a mail is counted for the mailbox that it is sent to (MEND-50, seed 20261128)', async () => {
  await fc.assert(
    fc.asyncProperty(address, async (text) => {
      const to = await sentTo(text)
      if (to !== undefined) expect(mailboxOf(text)).toBe(mailboxOf(to))
    }),
    { seed, numRuns: 500 },
  )
})

test.each([
  'victim@gmail.com>',
  'victim@gmail.com<>',
  '<victim@gmail.com>',
  'victim@gmail.com.',
  '"victim"@gmail.com',
  '"v\\ictim"@gmail.com',
  'Vic.Tim+shop@GoogleMail.com',
])('%s is the mailbox of victim@gmail.com (MEND-50)', (text) => {
  expect(mailboxOf(text)).toBe('victim@gmail.com')
})
