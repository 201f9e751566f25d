import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect, type Database } from '../db/connect.ts'
import { mailOutbox } from '../db/tables/mail.ts'
import { createLog } from '../log.ts'
import { openSmtpServer, type SmtpServer } from '../testing/smtp-server.ts'
import { testConfig } from '../testing/test-config.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createMailWorker, type MailWorker } from './mail-worker.ts'
import { passwordChangedMail, passwordResetMail } from './member-mails.ts'
import { listMails, readMail } from './outbox.queries.ts'
import { queueMail } from './outbox.ts'

let testDatabase: TestDatabase
let database: Database
let smtp: SmtpServer
let workers: MailWorker[]
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = connect(testDatabase.url)
  smtp = await openSmtpServer()
  workers = []
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.close()))
  await smtp.close()
  await database.close()
  await testDatabase.drop()
})

const from = 'MinMin 團購 <no-reply@minmin.example>'
const link = 'http://shop.test/#/main/memberLogin?mode=resetPassword&oobCode=secret'

function work(env: Record<string, string> = {}): MailWorker {
  const config = testConfig({ SMTP_URL: smtp.url, ...env })
  const worker = createMailWorker({ config, database, log: createLog(config), looksEveryMs: 10 })
  workers.push(worker)
  worker.start()
  return worker
}

const queue = (recipient: string) =>
  queueMail(database.db, { recipient, from, ...passwordResetMail({ email: recipient, link }) })

const outbox = () => database.db.select().from(mailOutbox).orderBy(mailOutbox.id)

/** The failed ones are due again at once. */
const hurry = () => database.db.update(mailOutbox).set({ nextAttemptAt: sql`now()` })

const eventually = <T>(check: () => Promise<T>) =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 })

test('API-37 H8 a queued mail is sent, in Chinese, as text and as a page', async () => {
  await queue('ming@example.com')
  work()
  await eventually(async () => expect((await outbox())[0]?.sentAt).not.toBeNull())
  const [mail] = smtp.mails
  const [row] = await outbox()
  expect(mail).toMatchObject({ from: 'no-reply@minmin.example', to: 'ming@example.com' })
  expect(mail?.message).toContain(`Message-ID: ${row?.messageId}`)
  expect(row?.messageId).toMatch(/^<[0-9a-f-]{36}@minmin\.example>$/)
  expect(mail?.message).toMatch(/Content-Type: text\/plain; charset=utf-8/)
  expect(mail?.message).toMatch(/Content-Type: text\/html; charset=utf-8/)
  expect(mail?.message).toMatch(/Auto-Submitted: auto-generated/)
  const subject = /^Subject: (.*(?:\n .*)*)/m.exec(mail?.message ?? '')?.[1] ?? ''
  const words = [...subject.matchAll(/=\?UTF-8\?B\?(.*?)\?=/g)].map((word) => word[1] ?? '')
  const decoded = words.map((word) => Buffer.from(word, 'base64').toString('utf8')).join('')
  expect(decoded).toContain('重設密碼')
})

test('C4 a mail that has been sent no longer holds its code', async () => {
  await queue('ming@example.com')
  work()
  await eventually(async () => expect((await outbox())[0]?.sentAt).not.toBeNull())
  expect(JSON.stringify(await outbox())).not.toContain('secret')
})

test('H8 while the mail server is away nothing is lost, and each mail is sent once when it is back', async () => {
  await smtp.close()
  for (let index = 0; index < 5; index++) await queue(`member-${index}@example.com`)
  work()
  await eventually(async () => {
    const rows = await outbox()
    expect(rows.every(({ attempts, lastError }) => attempts > 0 && lastError)).toBe(true)
  })
  await smtp.open()
  await hurry()
  await eventually(async () => {
    expect((await outbox()).every(({ sentAt }) => sentAt !== null)).toBe(true)
  })
  const recipients = smtp.mails.map(({ to }) => to).sort()
  expect(recipients).toEqual([0, 1, 2, 3, 4].map((index) => `member-${index}@example.com`))
})

test('H8 each failure is followed by a longer wait', async () => {
  await queue('ming@example.com')
  const waits: number[] = []
  for (let attempt = 1; attempt <= 9; attempt++) smtp.answers.push('451 later')
  work()
  for (let attempt = 1; attempt <= 9; attempt++) {
    const row = await eventually(async () => {
      const [row] = await outbox()
      expect(row).toMatchObject({ attempts: attempt, lastError: expect.stringContaining('later') })
      return row
    })
    waits.push(Math.round(((row?.nextAttemptAt.getTime() ?? 0) - Date.now()) / 1000))
    await database.db.update(mailOutbox).set({ lastError: null })
    if (attempt < 9) await hurry()
  }
  const expected = [15, 30, 60, 120, 240, 480, 900, 900, 900]
  for (const [index, wait] of waits.entries()) {
    expect(Math.abs(wait - (expected[index] ?? 0)), `wait ${index + 1}`).toBeLessThanOrEqual(3)
  }
})

test('H8 a mail whose answer was lost is sent again under the same Message-ID', async () => {
  await queue('ming@example.com')
  smtp.answers.push('')
  work()
  await eventually(async () => expect((await outbox())[0]?.lastError).not.toBeNull())
  await hurry()
  await eventually(async () => expect((await outbox())[0]?.sentAt).not.toBeNull())
  const ids = smtp.mails.map(({ message }) => /^Message-ID: (.*)$/m.exec(message)?.[1])
  expect(ids).toHaveLength(2)
  expect(ids[0]).toBe(ids[1])
})

test('H8 a mail that is refused for good is given up, and the next ones go out', async () => {
  await queue('gone@example.com')
  await queue('ming@example.com')
  smtp.answers.push('550 no such mailbox')
  work()
  await eventually(async () => {
    const [gone, sent] = await outbox()
    expect(gone).toMatchObject({ sentAt: null, givenUpAt: expect.any(Date), attempts: 1 })
    expect(gone?.lastError).toContain('no such mailbox')
    expect(sent?.sentAt).not.toBeNull()
  })
  await hurry()
  await queue('hua@example.com')
  await eventually(async () => expect(smtp.mails).toHaveLength(2))
  expect((await outbox())[0]?.attempts).toBe(1)
})

test('H8 a mail is given up after three days of trying', async () => {
  await queue('ming@example.com')
  await database.db.update(mailOutbox).set({ createdAt: sql`now() - interval '73 hours'` })
  smtp.answers.push('451 later')
  work()
  await eventually(async () => expect((await outbox())[0]?.givenUpAt).not.toBeNull())
})

test('H8 I1 three workers on one outbox send each mail once', async () => {
  for (let index = 0; index < 40; index++) await queue(`member-${index}@example.com`)
  work()
  work()
  work()
  await eventually(async () => {
    expect((await outbox()).every(({ sentAt }) => sentAt !== null)).toBe(true)
  })
  expect(smtp.mails).toHaveLength(40)
  expect(new Set(smtp.mails.map(({ to }) => to)).size).toBe(40)
})

test('G7 no more mails leave in an hour than the configuration says; the others wait', async () => {
  for (let index = 0; index < 5; index++) await queue(`member-${index}@example.com`)
  work({ MAIL_PER_HOUR: '3' })
  await eventually(async () => {
    const rows = await outbox()
    expect(rows.filter(({ sentAt }) => sentAt !== null)).toHaveLength(3)
    const later = rows.filter(({ nextAttemptAt }) => nextAttemptAt.getTime() > Date.now() + 60_000)
    expect(later.length).toBeGreaterThan(0)
    // One that the worker has just taken up counts as tried until it is laid back.
    const waiting = rows.filter(({ sentAt }) => sentAt === null)
    expect(waiting.map(({ attempts, lastError }) => [attempts, lastError])).toEqual([
      [0, null],
      [0, null],
    ])
  })
})

test('API-37 without a mail server the mails are kept and can be read', async () => {
  await queue('ming@example.com')
  await queue('hua@example.com')
  const worker = createMailWorker({
    config: testConfig(),
    database,
    log: createLog(testConfig()),
    looksEveryMs: 10,
  })
  worker.start()
  await worker.close()
  expect(smtp.mails).toEqual([])
  const rows = await listMails(database.db)
  expect(rows.map(({ recipient }) => recipient)).toEqual(['hua@example.com', 'ming@example.com'])
  const [only] = await listMails(database.db, { recipient: 'ming@example.com' })
  const mail = await readMail(database.db, only?.id ?? 0)
  expect(mail?.textBody).toContain(link)
  expect(mail?.htmlBody).toContain(link.replace('&', '&amp;'))
})

test('G7 mails of a month ago are forgotten', async () => {
  await queue('old@example.com')
  await queue('new@example.com')
  await database.db
    .update(mailOutbox)
    .set({ createdAt: sql`now() - interval '31 days'` })
    .where(eq(mailOutbox.recipient, 'old@example.com'))
  work({ SMTP_URL: '' })
  await eventually(async () => {
    expect((await outbox()).map(({ recipient }) => recipient)).toEqual(['new@example.com'])
  })
})

test('API-37 a mail is queued with its cause or not at all', async () => {
  const failed = database.db.transaction(async (tx) => {
    await queueMail(tx, {
      recipient: 'ming@example.com',
      from,
      ...passwordResetMail({ email: 'ming@example.com', link }),
    })
    throw new Error('the cause did not come to be')
  })
  await expect(failed).rejects.toThrow()
  expect(await outbox()).toEqual([])
})

test('keeps a share of the mails of an hour for resets of passwords, which go first (SAFE-06)', async () => {
  const notice = (recipient: string) =>
    queueMail(database.db, { recipient, from, ...passwordChangedMail({ email: recipient }) })
  for (let index = 0; index < 20; index++) await notice(`notice-${index}@example.com`)
  for (let index = 0; index < 2; index++) {
    const recipient = `reset-${index}@example.com`
    const content = passwordResetMail({ email: recipient, link })
    await queueMail(database.db, { recipient, from, priority: 'urgent', ...content })
  }
  work({ MAIL_PER_HOUR: '10' })
  const first = smtp.mails
  await eventually(async () => expect(first).toHaveLength(10))
  expect(first.slice(0, 2).map(({ to }) => to)).toEqual([
    'reset-0@example.com',
    'reset-1@example.com',
  ])
  expect(first.slice(2).every(({ to }) => to.startsWith('notice-'))).toBe(true)
})

test('sends a reset of a password after the other mails of the hour are used up (SAFE-06)', async () => {
  const notice = (recipient: string) =>
    queueMail(database.db, { recipient, from, ...passwordChangedMail({ email: recipient }) })
  for (let index = 0; index < 12; index++) await notice(`notice-${index}@example.com`)
  work({ MAIL_PER_HOUR: '10' })
  await eventually(async () => expect(smtp.mails).toHaveLength(8))
  const recipient = 'reset@example.com'
  const content = passwordResetMail({ email: recipient, link })
  await queueMail(database.db, { recipient, from, priority: 'urgent', ...content })
  await eventually(async () => expect(smtp.mails).toHaveLength(9))
  expect(smtp.mails.at(-1)?.to).toBe(recipient)
})
