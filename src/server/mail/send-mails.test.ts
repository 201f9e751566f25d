import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultSettings, type SettingValues } from '#contract/settings.ts'
import { connect, type Database } from '../db/connect.ts'
import { mailOutbox } from '../db/tables/mail.ts'
import { orders } from '../db/tables/orders.ts'
import { listFailedJobs } from '../jobs/jobs.queries.ts'
import { createJobs, type Jobs } from '../jobs/jobs.ts'
import { createLog } from '../log.ts'
import { type Connections, noConnections } from '../settings/connections.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database/test-database.ts'
import { openSmtpServer, type SmtpServer } from '../testing/doubles/smtp-server.ts'
import { testConfig } from '../testing/test-config.ts'
import { mailSender } from './compose-mail.ts'
import { mailPriority, sweepMails } from './mail.jobs.ts'
import { countUnproved, lanes } from './mail-limits.ts'
import { mailAlerts } from './mails-that-wait.ts'
import { passwordResetMail } from './member-mails.ts'
import { countWaiting, listMails, readMail, takeWaiting } from './outbox.queries.ts'
import { queueMail, queueMails } from './outbox.ts'
import { registerMailJobs } from './send-mails.ts'

let testDatabase: TestDatabase
let database: Database
let smtp: SmtpServer
let nodes: Jobs[]
let settings: SettingValues
let connections: Connections
/** A node that sends no mails itself. */
let jobs: Jobs
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = connect(testDatabase.url)
  smtp = await openSmtpServer()
  nodes = []
  settings = defaultSettings
  connections = noConnections
  jobs = await work({ SMTP_URL: '' })
})
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await smtp.close()
  await database.close()
  await testDatabase.drop()
})

const link = 'http://shop.test/#/main/memberLogin?mode=resetPassword&oobCode=secret'

async function work(env: Record<string, string> = {}): Promise<Jobs> {
  const config = testConfig({ SMTP_URL: smtp.url, ...env })
  const log = createLog(config)
  const node = createJobs({ database, log, lookSeconds: 0.5 })
  const outside = { get: () => ({ ...settings, methods: [] }), connections: () => connections }
  registerMailJobs(node, { config, db: database.db, settings: outside, log })
  nodes.push(node)
  await node.start()
  return node
}

const queue = (recipient: string, priority?: number) =>
  queueMail(jobs, database.db, {
    recipient,
    ...(priority !== undefined && { priority }),
    ...passwordResetMail({ email: recipient, link }, mailSender(defaultSettings)),
  })

const outbox = () => database.db.select().from(mailOutbox).orderBy(mailOutbox.id)

/** Makes the failed jobs due at once; an attempt is recorded before its job is. */
const retryNow = () =>
  eventually(async () => {
    const { rowCount: running } = await database.pool.query(
      `select 1 from pgboss.job where name = 'mail.send' and state = 'active'`,
    )
    expect(running).toBe(0)
    await database.pool.query(`update pgboss.job set start_after = now() where state = 'retry'`)
  })

const waits = async () => {
  const { rows } = await database.pool.query<{ seconds: number }>(
    `select extract(epoch from start_after - started_on)::float as seconds from pgboss.job
     where name = 'mail.send' and state = 'retry'`,
  )
  return rows.map(({ seconds }) => seconds)
}

const eventually = <T>(check: () => Promise<T>) => vi.waitFor(check, { interval: 20 })

test('more mails are queued at once than one statement has room for', async () => {
  const content = passwordResetMail({ email: 'a@example.com', link }, mailSender(defaultSettings))
  const mails = Array.from({ length: 11_000 }, (_, n) => {
    return { recipient: `m${n}@example.com`, kind: 'welcome', ...content }
  })
  await queueMails(null, database.db, mails)
  expect(await database.db.$count(mailOutbox)).toBe(11_000)
})

test('API-37 H8 a queued mail is sent, in Chinese, as text and as a page', async () => {
  await queue('ming@example.com')
  await work()
  await eventually(async () => expect((await outbox())[0]?.sentAt).not.toBeNull())
  const [mail] = smtp.mails
  const [row] = await outbox()
  expect(mail).toMatchObject({ from: 'no-reply@minmin.example', to: 'ming@example.com' })
  expect(mail?.message).toContain(`Message-ID: <${row?.messageId}@minmin.example>`)
  expect(row?.messageId).toMatch(/^[0-9a-f-]{36}$/)
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
  await work()
  await eventually(async () => expect((await outbox())[0]?.sentAt).not.toBeNull())
  expect(JSON.stringify(await outbox())).not.toContain('secret')
})

test('H8 while the mail server is away nothing is lost, and each mail is sent once when it is back', async () => {
  await smtp.close()
  for (let index = 0; index < 5; index++) await queue(`member-${index}@example.com`)
  await work()
  await eventually(async () => {
    const rows = await outbox()
    expect(rows.every(({ attempts, lastError }) => attempts > 0 && lastError)).toBe(true)
  })
  await smtp.open()
  await retryNow()
  await eventually(async () => {
    expect((await outbox()).every(({ sentAt }) => sentAt !== null)).toBe(true)
  })
  const recipients = smtp.mails.map(({ to }) => to).sort()
  expect(recipients).toEqual([0, 1, 2, 3, 4].map((index) => `member-${index}@example.com`))
})

test('H8 each failure is followed by a longer wait (JOBS-05)', async () => {
  await queue('ming@example.com')
  const seen: number[] = []
  for (let attempt = 1; attempt <= 7; attempt++) smtp.answers.push('451 later')
  await work()
  for (let attempt = 1; attempt <= 7; attempt++) {
    await eventually(async () => {
      const [row] = await outbox()
      expect(row).toMatchObject({ attempts: attempt, lastError: expect.stringContaining('later') })
    })
    const [wait = 0] = await eventually(async () => {
      const found = await waits()
      expect(found).toHaveLength(1)
      return found
    })
    seen.push(wait)
    await retryNow()
  }
  for (const [index, seconds] of [15, 30, 60, 120, 240, 480, 900].entries()) {
    expect(seen[index], `wait ${index + 1}`).toBeGreaterThanOrEqual(seconds)
    expect(seen[index], `wait ${index + 1}`).toBeLessThan(2 * seconds)
  }
})

test('H8 a mail whose answer was lost is sent again under the same Message-ID', async () => {
  await queue('ming@example.com')
  smtp.answers.push('')
  await work()
  await eventually(async () => expect((await outbox())[0]?.lastError).not.toBeNull())
  await retryNow()
  await eventually(async () => expect((await outbox())[0]?.sentAt).not.toBeNull())
  const ids = smtp.mails.map(({ message }) => /^Message-ID: (.*)$/m.exec(message)?.[1])
  expect(ids).toHaveLength(2)
  expect(ids[0]).toBe(ids[1])
})

test('H8 a mail that is refused for good is given up, and the next ones go out', async () => {
  await queue('gone@example.com')
  smtp.answers.push('550 no such mailbox')
  await work()
  await eventually(async () => {
    const [gone] = await outbox()
    expect(gone).toMatchObject({ sentAt: null, givenUpAt: expect.any(Date), attempts: 1 })
    expect(gone?.lastError).toContain('no such mailbox')
  })
  const error = expect.stringContaining('no such mailbox')
  await eventually(async () =>
    expect(await listFailedJobs(database.db)).toMatchObject([{ name: 'mail.send', error }]),
  )
  await queue('hua@example.com')
  await eventually(async () => expect(smtp.mails).toHaveLength(1))
  expect((await outbox())[0]?.attempts).toBe(1)
})

const refusalsOfTheSender = [
  ['greeting', '554 no service for you'],
  ['AUTH', '535 5.7.8 wrong password'],
  ['MAIL', '550 5.7.1 not your address'],
  ['RCPT', '530 5.7.0 sign in first'],
  ['DATA', '550 5.4.5 too many mails today'],
] as const
test.each(refusalsOfTheSender)(
  'H8 a mail waits while the server refuses the shop itself (%s: %s)',
  async (command, reply) => {
    await queue('ming@example.com')
    smtp.refusals[command].push(reply)
    await work({ SMTP_URL: smtp.url.replace('//', '//shop:secret@') })
    await eventually(async () => {
      const lastError = expect.stringContaining(reply)
      expect(await outbox()).toMatchObject([{ attempts: 1, givenUpAt: null, lastError }])
    })
    await retryNow()
    await eventually(async () => expect((await outbox())[0]?.sentAt).not.toBeNull())
    expect(smtp.mails.map(({ to }) => to)).toEqual(['ming@example.com'])
  },
)

test('H8 a mail whose recipient is refused for good is given up', async () => {
  await queue('gone@example.com')
  smtp.refusals.RCPT.push('550 5.1.1 no such mailbox')
  await work()
  const lastError = expect.stringContaining('no such mailbox')
  await eventually(async () =>
    expect(await outbox()).toMatchObject([{ attempts: 1, givenUpAt: expect.any(Date), lastError }]),
  )
})

test('H8 a mail is given up after three days of trying', async () => {
  await queue('ming@example.com')
  await database.db.update(mailOutbox).set({ createdAt: sql`now() - interval '73 hours'` })
  smtp.answers.push('451 later')
  await work()
  await eventually(async () => expect((await outbox())[0]?.givenUpAt).not.toBeNull())
})

test('H8 I1 three workers on one outbox send each mail once', async () => {
  for (let index = 0; index < 40; index++) await queue(`member-${index}@example.com`)
  await work()
  await work()
  await work()
  await eventually(async () => {
    expect((await outbox()).every(({ sentAt }) => sentAt !== null)).toBe(true)
  })
  expect(smtp.mails).toHaveLength(40)
  expect(new Set(smtp.mails.map(({ to }) => to)).size).toBe(40)
})

test('G7 no more mails leave in an hour than the configuration says; the others wait for their turn, orders before bulk (MEND-30)', async () => {
  for (let index = 0; index < 2; index++)
    await queue(`bulk-${index}@example.com`, mailPriority.bulk)
  for (let index = 0; index < 5; index++) await queue(`member-${index}@example.com`)
  await work({ MAIL_PER_HOUR: '7' })
  const waiting = async () => (await outbox()).filter((mail) => mail.waitingPriority !== null)
  await eventually(async () => {
    expect(await waiting()).toMatchObject([
      { recipient: 'bulk-0@example.com', attempts: 0, lastError: null, waitingPriority: 0 },
      { recipient: 'bulk-1@example.com', attempts: 0, lastError: null, waitingPriority: 0 },
    ])
    expect(smtp.mails).toHaveLength(5)
  })
  const { rows: later } = await database.pool.query(
    `select from pgboss.job where name = 'mail.send' and state in ('created', 'retry')`,
  )
  expect(later).toEqual([])
  await database.pool.query(`delete from rate_limit_counts`)
  await jobs.send(database.db, sweepMails, {})
  await eventually(async () => expect(smtp.mails).toHaveLength(7))
  expect(
    smtp.mails
      .map(({ to }) => to)
      .slice(5)
      .toSorted(),
  ).toEqual(['bulk-0@example.com', 'bulk-1@example.com'])
})

async function order(): Promise<string> {
  const id = `-Order${String(await database.db.$count(orders)).padStart(14, '0')}`
  await database.db.insert(orders).values({
    id,
    owner: 'g:someone',
    total: 100,
    message: '',
    contactName: '小明',
    userEmail: 'ming@example.com',
    userTel: '0912345678',
    userAddress: '台北市',
    userExtra: {},
    extra: {},
  })
  return id
}

const queueOf = (
  orderId: string,
  kind: string,
  { recipient = 'ming@example.com', network = '' } = {},
) =>
  queueMail(jobs, database.db, {
    recipient,
    about: { orderId, kind },
    unproved: network === '' ? undefined : { network },
    subject: kind,
    text: kind,
    html: kind,
  })

const isDone = async () =>
  eventually(async () => {
    const open = (await outbox()).filter((mail) => mail.sentAt === null && mail.withheld === null)
    expect(open).toEqual([])
  })

test('mails to an address that nobody has proved are bounded by receiver and by network (MEND-50)', async () => {
  for (let index = 0; index < 9; index++) {
    await queueOf(await order(), 'placed', {
      recipient: `stranger+${index}@example.com`,
      network: `far-${index}`,
    })
  }
  for (let index = 0; index < 8; index++) {
    await queueOf(await order(), 'placed', {
      recipient: `near-${index}@example.com`,
      network: 'near',
    })
  }
  await queueOf(await order(), 'paid', { recipient: 'paid@example.com' })
  await work({ WRITE_LIMITS: '1', MAIL_PER_HOUR: '60' })
  await isDone()

  const withheld = (await outbox()).flatMap((mail) => mail.withheld ?? [])
  expect(withheld.toSorted()).toEqual(['network', 'network', 'receiver', 'receiver', 'receiver'])
  const sentTo = (name: string) => smtp.mails.filter(({ to }) => to.startsWith(name)).length
  expect([sentTo('stranger'), sentTo('near'), sentTo('paid')]).toEqual([6, 6, 1])
  expect(await mailAlerts(database.db, { mailsPerHour: 60 })).toEqual([
    expect.stringContaining('同一信箱過多 3 封、同一網路過多 2 封'),
  ])
})

test('what a network may not send takes nothing from its receivers (MEND-50)', async () => {
  const { limits } = testConfig({ WRITE_LIMITS: '1' })
  const mail = (recipient: string, network: string) =>
    countUnproved(database.db, { limits, mailsPerHour: 10 }, { recipient, network })
  expect(await mail('throwaway@example.com', 'near')).toBeUndefined()
  for (let index = 0; index < 6; index++) {
    expect(await mail('victim@example.com', 'near')).toBe('network')
  }
  expect(await mail('victim@example.com', 'far')).toBeUndefined()
})

test('mails that wait leave in turns of their buyers, of one order in the order of what happened (MEND-50, MEND-72)', async () => {
  const wait = async (customerKey: string, recipient: string, network: string | null = null) => {
    const id = await order()
    await database.db.update(orders).set({ customerKey }).where(eq(orders.id, id))
    const mail = { recipient, subject: '', textBody: '', htmlBody: '', orderId: id, network }
    for (const kind of ['paid', 'shipped']) {
      await database.db.insert(mailOutbox).values({
        ...mail,
        kind,
        messageId: `<${id}-${kind}>`,
        waitingPriority: mailPriority.normal,
      })
    }
  }
  for (let index = 0; index < 9; index++) {
    await wait(`m:flood-${index % 3}`, `flood+${index}@example.com`)
    await wait(`e:flood-${index}`, `unproved-${index}@example.com`, 'near')
  }
  await wait('m:honest', 'honest@example.com')
  const next = async (limit: number) => {
    const turns = await takeWaiting(database.db, { priorities: lanes.proved, limit })
    const mails = await Promise.all(turns.map(({ id }) => readMail(database.db, id)))
    return mails.map((mail) => `${mail?.kind} ${mail?.recipient}`).toSorted()
  }
  expect(await next(5)).toEqual([
    'paid flood+0@example.com',
    'paid flood+1@example.com',
    'paid flood+2@example.com',
    'paid honest@example.com',
    'paid unproved-0@example.com',
  ])
  await database.db
    .update(mailOutbox)
    .set({ sentAt: sql`now()` })
    .where(and(eq(mailOutbox.recipient, 'honest@example.com'), eq(mailOutbox.kind, 'paid')))
  expect(await next(1)).toEqual(['shipped honest@example.com'])
})

test('mails of orders to one proved mailbox are bounded, so that others keep their pace (MEND-50)', async () => {
  for (let index = 0; index < 63; index++) {
    await queueOf(await order(), 'placed', { recipient: `buyer+${index}@example.com` })
  }
  await queueOf(await order(), 'placed', { recipient: 'other@example.com' })
  await work({ WRITE_LIMITS: '1' })
  await isDone()
  const withheld = (await outbox()).flatMap((mail) => mail.withheld ?? [])
  expect(withheld).toEqual(['receiver', 'receiver', 'receiver'])
  expect(smtp.mails.filter(({ to }) => to.startsWith('other'))).toHaveLength(1)
})

test('mails of one order leave in the order of what happened, also when one is deferred (MEND-72)', async () => {
  const id = await order()
  await queueOf(id, 'paid')
  await queueOf(id, 'shipped')
  smtp.answers.push('451 later')
  await work()
  await eventually(async () => {
    const [paid, shipped] = await outbox()
    expect(paid?.lastError).toContain('later')
    expect(shipped?.waitingPriority).toBe(mailPriority.normal)
  })
  expect(await countWaiting(database.db), 'what waits for an earlier mail of its order').toBe(0)
  expect(smtp.mails).toEqual([])
  await retryNow()
  await isDone()
  expect(smtp.mails.map(({ message }) => /^Subject: (.*)$/m.exec(message)?.[1])).toEqual([
    'paid',
    'shipped',
  ])
})

test('a mail that a later one has made untrue is not sent (MEND-72)', async () => {
  const [cancelled, paid] = [await order(), await order()]
  await queueOf(cancelled, 'placed')
  await queueOf(cancelled, 'cancelled')
  await queueOf(paid, 'placed')
  await queueOf(paid, 'paid')
  await work()
  await isDone()
  const subjects = smtp.mails.map(({ message }) => /^Subject: (.*)$/m.exec(message)?.[1])
  expect(subjects.toSorted()).toEqual(['cancelled', 'paid'])
})

test.each([
  ['an answer was lost', () => smtp.answers.push(''), 1],
  ['the server is away', () => smtp.close(), 0],
  ['the greeting is a refusal', () => smtp.refusals.greeting.push('554 no service for you'), 0],
  ['the login is refused', () => smtp.refusals.AUTH.push('535 5.7.8 wrong password'), 0],
] as const)('G7 counts what may have left: when %s', async (_, fail, counted) => {
  await queue('ming@example.com')
  await fail()
  await work({ SMTP_URL: smtp.url.replace('//', '//shop:secret@') })
  await eventually(async () => expect((await outbox())[0]?.lastError).not.toBeNull())
  await retryNow()
  const { rows } = await database.pool.query(
    `select points from rate_limit_counts where key like 'mail.%'`,
  )
  expect(rows).toEqual([{ points: counted }, { points: counted }])
})

test('of mails that wait, those that reset a password always leave (SAFE-06)', async () => {
  for (let index = 0; index < 5; index++) await queue(`member-${index}@example.com`)
  await queue('locked-out@example.com', mailPriority.passwordReset)
  await work({ MAIL_PER_HOUR: '3' })
  await eventually(async () => expect(smtp.mails).toHaveLength(3))
  expect(smtp.mails.map(({ to }) => to)).toContain('locked-out@example.com')
})

test('the name of the sender is a setting, its address is not (SETTING-03)', async () => {
  settings = { ...settings, mail: { ...settings.mail, sender_name: 'Hill Farm' } }
  await queue('ming@example.com')
  await work()
  await eventually(async () => expect(smtp.mails).toHaveLength(1))
  expect(smtp.mails[0]?.message).toContain('From: Hill Farm <no-reply@minmin.example>')
})

test('a mail that was queued without a job, as by a command, is sent, too', async () => {
  await database.db.insert(mailOutbox).values({
    recipient: 'ming@example.com',
    subject: '問候',
    textBody: '您好',
    htmlBody: '<p>您好</p>',
    messageId: '<1@minmin.example>',
  })
  await work()
  await jobs.send(database.db, sweepMails, {})
  await eventually(async () => expect(smtp.mails.map(({ to }) => to)).toEqual(['ming@example.com']))
})

test('API-37 without a mail server the mails are kept and can be read', async () => {
  await queue('ming@example.com')
  await queue('hua@example.com')
  await jobs.stop()
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
  await jobs.send(database.db, sweepMails, {})
  await eventually(async () => {
    expect((await outbox()).map(({ recipient }) => recipient)).toEqual(['new@example.com'])
  })
})

test('API-37 a mail is queued with its cause or not at all', async () => {
  const failed = database.db.transaction(async (tx) => {
    await queueMail(jobs, tx, {
      recipient: 'ming@example.com',
      ...passwordResetMail({ email: 'ming@example.com', link }, mailSender(defaultSettings)),
    })
    throw new Error('the cause did not come to be')
  })
  await expect(failed).rejects.toThrow()
  expect(await outbox()).toEqual([])
})

test('keeps a share of the mails of an hour for resets of passwords, which go first (SAFE-06)', async () => {
  for (let index = 0; index < 12; index++) await queue(`notice-${index}@example.com`)
  await work({ MAIL_PER_HOUR: '10' })
  await eventually(async () => expect(smtp.mails).toHaveLength(8))

  await queue('reset@example.com', mailPriority.passwordReset)

  await eventually(async () => expect(smtp.mails).toHaveLength(9))
  expect(smtp.mails.at(-1)?.to).toBe('reset@example.com')
})

test('a mail of a subscription tells mail programs how to end it (DOOR-18)', async () => {
  const url = `https://shop.test/v2/api/shopping/newsletter/unsubscribe?token=${'t'.repeat(90)}`
  const mail = { subject: 'x', text: 'x', html: 'x', unsubscribeUrl: url }
  await queueMail(jobs, database.db, { recipient: 'ming@example.com', ...mail })
  await queue('other@example.com')
  await work()
  await eventually(async () => expect(smtp.mails).toHaveLength(2))
  // Header lines are folded at 76 characters.
  const messageTo = (to: string) =>
    smtp.mails.find((one) => one.to === to)?.message.replaceAll(/\r?\n /g, ' ')
  expect(messageTo('ming@example.com')).toContain(`List-Unsubscribe: <${url}>`)
  expect(messageTo('ming@example.com')).toContain(
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  )
  expect(messageTo('other@example.com')).not.toContain('List-Unsubscribe')
})

test('a recipient is one address, and no list of them (G7)', async () => {
  await queue('a@example.com,b@example.com')
  await work()
  await eventually(async () => expect(smtp.mails).toHaveLength(1))
  expect(smtp.mails[0]?.to).toBe('"a@example.com,b"@example.com')
})

test('mails leave by the server of the settings once one is named, and stay when it is taken away (DOOR-10)', async () => {
  await work({ SMTP_URL: '' })
  await queue('ming@example.com')
  const { hostname: host, port } = new URL(smtp.url)
  const values = {
    host,
    port: Number(port),
    security: 'none',
    account: '',
    from: 'shop@a.example',
  } as const
  const smtpOf = (of: typeof values) => ({
    smtp: { version: 1, values: of, secrets: undefined, isUnreadable: false },
  })
  connections = { ...noConnections, ...smtpOf(values) }
  await eventually(async () => expect(smtp.mails).toHaveLength(1))
  const [mail] = smtp.mails
  expect(mail).toMatchObject({ from: 'shop@a.example', to: 'ming@example.com' })
  expect(mail?.message).toContain('@a.example>')
  connections = noConnections
  await eventually(async () => {
    const { rowCount } = await database.pool.query(
      `select from pgboss.job where name = 'mail.send' and state = 'active'`,
    )
    expect(rowCount).toBe(0)
  })
  await queue('hua@example.com')
  connections = { ...noConnections, ...smtpOf({ ...values, from: 'new@b.example' as never }) }
  await eventually(async () => expect(smtp.mails).toHaveLength(2))
  expect(smtp.mails[1]).toMatchObject({ from: 'new@b.example', to: 'hua@example.com' })
})
