import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { issueIdToken } from '../../../../gateway/line/login/id-token.ts'
import { sha256 } from '../../db/sha256.ts'
import { listMails } from '../../mail/outbox.queries.ts'
import { mailedCodes } from '../../testing/action-mails.ts'
import { openAdministrator } from '../../testing/test-administrator.ts'
import { type LineShop, openLineShop, resetLine } from '../../testing/test-line.ts'
import { openTestShop, type Visitor } from '../../testing/test-shop.ts'

let shop: LineShop
beforeAll(async () => {
  shop = await openLineShop({ worksJobs: true })
})
afterEach(async () => {
  resetLine(shop)
  // Each test has the three people of the gateway for itself.
  await run('delete from members where uid in (select uid from member_identities)')
})
afterAll(() => shop.close())

async function run<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return (await shop.database.pool.query(statement, values)).rows as Row[]
}

const identities = () =>
  run<{ uid: string; subject: string }>(
    'select uid, subject from member_identities order by subject',
  )
const personId = (index: number) => shop.gateway.gateway.line.people[index]?.id ?? ''

/** A member with a password and a proved mailbox. */
async function passwordMember(email?: string) {
  const member = await shop.member(email)
  await run('update members set email_verified = true where uid = $1', [member.uid])
  return member
}

/** Another browser of the same member, by the password. */
async function signInAgain({ email }: { email: string }) {
  const { body } = await shop.call('signInWithPassword', { email, password: 'abc123' })
  return body as { idToken: string; refreshToken: string }
}

/** A token of the same session whose proof is so old. */
async function withOldProof(refreshToken: string, minutes: number): Promise<string> {
  await run(
    `update refresh_tokens set auth_time = now() - make_interval(mins => $1)
     where token_hash = $2`,
    [minutes, sha256(refreshToken)],
  )
  const reply = await shop.app.inject({
    method: 'POST',
    url: '/securetoken.googleapis.com/v1/token?key=minmin',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    }).toString(),
  })
  return reply.json().id_token
}

async function link(browser: Visitor, idToken: string, person = 0) {
  const code = await shop.codeOf(browser, { person }, '?for=link')
  return shop.exchange(browser, code, { idToken })
}

describe('a person of LINE', () => {
  it('gets an account without an address at the first sign-in, and the same one ever after (LINE-01)', async () => {
    const first = await shop.signIn()
    const again = await shop.signIn({ email: false })
    expect([first.isNewUser, again.isNewUser]).toEqual([true, false])
    expect(again.uid).toBe(first.uid)
    expect((await shop.signIn({ person: 1 })).uid).not.toBe(first.uid)
    const [user] = (await shop.call('lookup', { idToken: again.idToken })).body.users
    expect(user).toMatchObject({ localId: first.uid, displayName: '王大明', emailVerified: false })
    expect(user).not.toHaveProperty('email')
    expect(user).not.toHaveProperty('passwordHash')
    expect(user.providerUserInfo).toMatchObject([
      { providerId: 'oidc.line', rawId: personId(0), displayName: '王大明' },
    ])
    expect((await again.get('/orders')).status).toBe(200)
    expect(await run('select from line_sign_ins where subject is not null')).toEqual([])
  })

  it('gets one account by two tabs that come back at the same moment (LINE-01)', async () => {
    const browser = shop.guest()
    const ways = [await shop.start(browser), await shop.start(browser)]
    const codes: string[] = []
    for (const way of ways) {
      const told = await shop.comeBack(browser, await shop.decide(way))
      codes.push(told.get('lineCode') ?? '')
    }
    const replies = await Promise.all(codes.map((code) => shop.exchange(browser, code)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(replies.map(({ body }) => body.localId)).size).toBe(1)
    expect(await identities()).toHaveLength(1)
  })

  it('does not come in while the account is disabled (LINE-01)', async () => {
    const { uid } = await shop.signIn()
    await run('update members set is_disabled = true where uid = $1', [uid])
    const browser = shop.guest()
    const reply = await shop.exchange(browser, await shop.codeOf(browser))
    expect(reply).toMatchObject({ status: 400, code: 'USER_DISABLED' })
  })

  it('is the same customer after the deletion of the account (LINE-01, LINE-02)', async () => {
    const first = await shop.signIn()
    await shop.call('delete', { idToken: first.idToken })
    const next = await shop.signIn()
    expect(next.uid).not.toBe(first.uid)
    const same = await run(
      `select from member_mailboxes as own join member_mailboxes as other using (mailbox)
       where own.uid = $1 and other.uid = $2`,
      [first.uid, next.uid],
    )
    expect(same).toHaveLength(1)
  })
})

describe('the way back from LINE', () => {
  it('leads to a path of the shop alone (LINE-01)', async () => {
    for (const [next, told] of [
      ['/main/order?page=2', '/main/order?page=2'],
      ['//elsewhere.example/', null],
      ['/\\elsewhere.example', null],
      ['https://elsewhere.example/', null],
      ['/main/order\n', null],
      ['javascript:alert(1)', null],
    ] as const) {
      const browser = shop.guest()
      const way = await shop.start(browser, `?next=${encodeURIComponent(next)}`)
      const back = await shop.comeBack(browser, await shop.decide(way))
      expect(back.get('next'), next).toBe(told)
    }
  })

  it('says that the person has refused, and gives no code (LINE-01)', async () => {
    const browser = shop.guest()
    const way = await shop.start(browser, '?next=/main/cart/info')
    const told = await shop.comeBack(browser, await shop.decide(way, { decision: 'refuse' }))
    expect(Object.fromEntries(told)).toEqual({
      lineFault: 'refused',
      lineFor: 'sign_in',
      next: '/main/cart/info',
    })
  })

  it('is good once, in its time, and with its own state (LINE-01)', async () => {
    const browser = shop.guest()
    const address = await shop.decide(await shop.start(browser))
    expect((await shop.comeBack(browser, address)).get('lineCode')).not.toBeNull()
    expect((await shop.comeBack(browser, address)).get('lineFault')).toBe('expired')

    const late = await shop.decide(await shop.start(browser))
    await run(`update line_sign_ins set expires_at = now() - interval '1 second'
      where returned_at is null`)
    expect((await shop.comeBack(browser, late)).get('lineFault')).toBe('expired')

    const other = await shop.decide(await shop.start(browser))
    for (const state of ['', 'x'.repeat(43)]) {
      const changed = other.replace(/state=[^&]*/, `state=${state}`)
      expect((await shop.comeBack(browser, changed)).get('lineFault'), state).toBe('expired')
    }
    expect((await shop.comeBack(browser, other)).get('lineCode')).not.toBeNull()
    expect(await identities()).toEqual([])
  })

  it('believes no code with another verifier, and no id token that is not of this sign-in (LINE-01)', async () => {
    const browser = shop.guest()
    const address = await shop.decide(await shop.start(browser))
    await run(`update line_sign_ins set code_verifier = repeat('v', 43) where returned_at is null`)
    expect((await shop.comeBack(browser, address)).get('lineFault')).toBe('failed')
    for (const idToken of ['other-nonce', 'wrong-signature', 'other-audience'] as const) {
      const way = await shop.decide(await shop.start(browser))
      Object.assign(shop.gateway.gateway.line.switches, { idToken })
      expect((await shop.comeBack(browser, way)).get('lineFault'), idToken).toBe('failed')
    }
    const way = await shop.decide(await shop.start(browser))
    shop.gateway.gateway.line.switches.login = 'error'
    expect((await shop.comeBack(browser, way)).get('lineFault')).toBe('failed')
  })

  it('is told in another browser, and stays good in the one that began (LINE-01)', async () => {
    const [browser, stranger, neighbour] = [shop.guest(), shop.guest(), shop.guest()]
    const address = await shop.decide(await shop.start(browser, '?next=/main/order'))
    await shop.start(neighbour)
    for (const other of [stranger, neighbour]) {
      const told = await shop.comeBack(other, address)
      expect(Object.fromEntries(told)).toEqual({
        lineFault: 'other_browser',
        lineFor: 'sign_in',
        next: '/main/order',
      })
    }
    const code = (await shop.comeBack(browser, address)).get('lineCode') ?? ''
    // The link to the page, sent to somebody else, signs nobody in as the sender.
    for (const other of [stranger, neighbour]) {
      expect(await shop.exchange(other, code)).toMatchObject({ code: 'INVALID_IDP_RESPONSE' })
    }
    expect((await shop.exchange(browser, code)).status).toBe(200)
    expect(await shop.exchange(browser, code)).toMatchObject({ code: 'INVALID_IDP_RESPONSE' })
  })

  it('gives a code that is over soon and can be made up by nobody (LINE-01)', async () => {
    const browser = shop.guest()
    const code = await shop.codeOf(browser)
    await run(`update line_sign_ins set expires_at = now() - interval '1 second'
      where code_hash is not null`)
    for (const tried of [code, 'x'.repeat(43), '']) {
      expect(await shop.exchange(browser, tried)).toMatchObject({
        status: 400,
        code: 'INVALID_IDP_RESPONSE',
      })
    }
    expect(await identities()).toEqual([])
  })

  it('lets nobody into the account of the address that LINE tells (LINE-01)', async () => {
    for (const member of [
      await passwordMember('ming@line.example'),
      await shop.member('tony@line.example'),
    ]) {
      const person = member.email.startsWith('ming') ? 0 : 2
      const browser = shop.guest()
      const reply = await shop.exchange(browser, await shop.codeOf(browser, { person }))
      expect(reply).toMatchObject({ status: 400, code: 'EMAIL_EXISTS' })
      // Without the address LINE is a person like any other.
      expect((await shop.signIn({ person, email: false })).uid).not.toBe(member.uid)
      await run('delete from members where uid = $1', [member.uid])
    }
  })
})

describe('an id token of LINE', () => {
  const tokenOf = (person: number, nonce?: string) => {
    const { line } = shop.gateway.gateway
    const grant = {
      ...{ personId: personId(person), scopes: ['openid', 'profile', 'email'], redirectUri: '' },
      ...{ ...(nonce !== undefined && { nonce }), authorisedAt: new Date() },
    }
    const found = line.people[person]
    if (!found) throw new Error('nobody')
    return issueIdToken(line, found, grant)
  }
  const send = (fields: Record<string, string>) =>
    shop.call('signInWithIdp', {
      postBody: new URLSearchParams({ providerId: 'oidc.line', ...fields }).toString(),
    })

  it('signs in who it is of, as an application of ours sends it (LINE-01)', async () => {
    shop.gateway.gateway.line.switches.algorithm = 'ES256'
    const { uid } = await shop.signIn({ person: 1 })
    expect((await send({ id_token: tokenOf(1) })).body).toMatchObject({ localId: uid })
    const own = 'of the application'
    expect((await send({ id_token: tokenOf(1, own), nonce: own })).status).toBe(200)
  })

  it('inside LINE signs in a member, and makes no account by itself (LINE-01, LINE-07)', async () => {
    shop.gateway.gateway.line.switches.algorithm = 'ES256'
    const postBody = (person: number) =>
      new URLSearchParams({ providerId: 'oidc.line', id_token: tokenOf(person) }).toString()
    const opened = { postBody: postBody(1), autoCreate: false }
    expect(await shop.call('signInWithIdp', opened)).toMatchObject({ code: 'USER_MISMATCH' })
    expect(await identities()).toEqual([])
    const { uid } = await shop.signIn({ person: 1 })
    expect((await shop.call('signInWithIdp', opened)).body).toMatchObject({ localId: uid })
    // The address of a member is joined to nobody, and opens nothing.
    const known = await shop.member('ming@line.example')
    const pressed = await send({ id_token: tokenOf(0) })
    expect(pressed).toMatchObject({ status: 400, code: 'EMAIL_EXISTS' })
    await run('delete from members where uid = $1', [known.uid])
  })

  it.each(['wrong-signature', 'unsigned', 'expired', 'other-audience', 'other-issuer'] as const)(
    'is believed by nobody when it is %s (LINE-01)',
    async (idToken) => {
      Object.assign(shop.gateway.gateway.line.switches, { idToken })
      expect(await send({ id_token: tokenOf(0) })).toMatchObject({ code: 'INVALID_IDP_RESPONSE' })
      expect(await identities()).toEqual([])
    },
  )

  it('is of the nonce that comes with it, and of LINE (LINE-01)', async () => {
    const own = 'of the application'
    for (const fields of [
      { id_token: tokenOf(0, own), nonce: 'another' },
      { id_token: tokenOf(0), nonce: own },
      // Asked for with a nonce: it is for the one who knows it.
      { id_token: tokenOf(0, own), nonce: '' },
    ])
      expect(await send(fields)).toMatchObject({ code: 'INVALID_IDP_RESPONSE' })
    const google = { id_token: tokenOf(0), providerId: 'google.com' }
    expect(await send(google)).toMatchObject({ code: 'OPERATION_NOT_ALLOWED' })
    expect(await send({})).toMatchObject({ code: 'INVALID_IDP_RESPONSE' })
  })
})

describe('LINE beside a password', () => {
  it('is tied by the member who has just proved the password, and told by mail (LINE-01)', async () => {
    const member = await passwordMember()
    const { idToken, refreshToken } = await signInAgain(member)
    const old = await withOldProof(refreshToken, 16)
    const browser = shop.guest()
    expect(await link(browser, old)).toMatchObject({ code: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' })
    expect(await identities()).toEqual([])
    expect((await link(browser, idToken)).body).toMatchObject({ localId: member.uid })
    expect((await shop.signIn()).uid).toBe(member.uid)
    const subjects = await listMails(shop.database.db, { recipient: member.email })
    expect(subjects.map(({ subject }) => subject)).toContain(
      'MinMin 團購：您的帳號已連結 LINE 登入',
    )
  })

  it('is tied to no mailbox that nobody has proved: its owner would share the account (LINE-01)', async () => {
    const { token } = await shop.member('victim@example.com')
    const reply = await link(shop.guest(), token ?? '')
    expect(reply).toMatchObject({ status: 400, code: 'UNVERIFIED_EMAIL' })
    expect(await identities()).toEqual([])
  })

  it('is one person of LINE for one member (LINE-01)', async () => {
    const taken = await shop.signIn()
    const member = await passwordMember()
    const { idToken } = await signInAgain(member)
    expect(await link(shop.guest(), idToken)).toMatchObject({
      code: 'FEDERATED_USER_ID_ALREADY_LINKED',
    })
    expect((await link(shop.guest(), idToken, 1)).status).toBe(200)
    expect(await link(shop.guest(), idToken, 2)).toMatchObject({ code: 'PROVIDER_ALREADY_LINKED' })
    expect(await identities()).toEqual(
      [
        { uid: taken.uid, subject: personId(0) },
        { uid: member.uid, subject: personId(1) },
      ].sort((one, other) => (one.subject < other.subject ? -1 : 1)),
    )
  })

  it('is taken off while the password is left, ends other sessions and gives the permission back (LINE-01)', async () => {
    const member = await passwordMember()
    const here = await signInAgain(member)
    await link(shop.guest(), here.idToken)
    const elsewhere = await shop.signIn()
    const unlink = (idToken: string) =>
      shop.call('update', { idToken, deleteProvider: ['oidc.line'] })
    expect(
      await shop.call('update', { idToken: here.idToken, deleteProvider: ['password'] }),
    ).toMatchObject({ code: 'INSUFFICIENT_PERMISSION' })
    const old = await withOldProof(here.refreshToken, 6)
    expect(await unlink(old)).toMatchObject({ code: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' })
    const { status, body } = await unlink(here.idToken)
    expect([
      status,
      body.providerUserInfo.map((one: { providerId: string }) => one.providerId),
    ]).toEqual([200, ['password']])
    expect(await identities()).toEqual([])
    expect((await elsewhere.get('/orders')).status).toBe(401)
    expect((await shop.call('lookup', { idToken: here.idToken })).status).toBe(200)
    await expectDeauthorised(0)
    // The person is free again, and no longer this member.
    expect((await shop.signIn({ email: false })).uid).not.toBe(member.uid)
  })

  it('is not taken off as the only way in (LINE-01)', async () => {
    const { idToken } = await shop.signIn()
    expect(await shop.call('update', { idToken, deleteProvider: ['oidc.line'] })).toMatchObject({
      code: 'OPERATION_NOT_ALLOWED',
    })
    expect(await identities()).toHaveLength(1)
  })

  it('is given back when the account is deleted (LINE-01)', async () => {
    const { idToken } = await shop.signIn({ person: 1 })
    expect((await shop.call('delete', { idToken })).status).toBe(200)
    expect(await identities()).toEqual([])
    await expectDeauthorised(1)
  })
})

it('takes an address by the link of a mail, then a password, and may take LINE off (LINE-02)', async () => {
  const member = await shop.signIn({ person: 1 })
  const { idToken, uid } = member
  expect(await shop.call('update', { idToken, password: 'newer1' })).toMatchObject({
    code: 'MISSING_EMAIL',
  })
  const verify = { requestType: 'VERIFY_EMAIL', idToken }
  expect(await shop.call('sendOobCode', verify)).toMatchObject({ code: 'MISSING_EMAIL' })
  const pin = await member.post('/member/mailbox', { pin: '123456' })
  expect(pin.body.code).toBe('PIN_EXPIRED')

  const recipient = 'chen@example.com'
  const change = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: recipient }
  expect((await shop.call('sendOobCode', change)).status).toBe(200)
  const [oobCode] = await mailedCodes(shop, { recipient, purpose: 'VERIFY_AND_CHANGE_EMAIL' })
  expect((await shop.call('update', { oobCode })).status).toBe(200)
  const [user] = (await shop.call('lookup', { idToken })).body.users
  expect(user).toMatchObject({ localId: uid, email: recipient, emailVerified: true })
  expect(
    (await shop.call('signInWithPassword', { email: recipient, password: 'newer1' })).code,
  ).toBe('INVALID_LOGIN_CREDENTIALS')
  const { status, body } = await shop.call('update', { idToken, password: 'newer1' })
  expect(status).toBe(200)
  const byPassword = await shop.call('signInWithPassword', { email: recipient, password: 'newer1' })
  expect(byPassword.body.localId).toBe(uid)
  expect((await shop.signIn({ person: 1 })).uid).toBe(uid)
  const unlinked = await shop.call('update', {
    idToken: body.idToken,
    deleteProvider: ['oidc.line'],
  })
  expect(unlinked.status).toBe(200)
})

it('is allowed nothing at LINE once the staff have erased the member (LINE-01, LINE-02)', async () => {
  const owner = await openAdministrator(shop)
  const { uid } = await shop.signIn({ person: 2 })
  const [customer] = await run<{ num: string }>(
    `insert into customers (key, name) values ('m:' || $1, 'Tony') returning num`,
    [uid],
  )
  const path = `/admin/customer/${customer?.num}/erase`
  expect((await owner.post(path, { is_trial: true })).status).toBe(200)
  expect(watchLine(2).deauthorised()).toBe(false)
  const erased = await owner.post(path, { customer_id: String(customer?.num) })
  expect(erased.status).toBe(200)
  expect(await identities()).toEqual([])
  await expectDeauthorised(2)
})

/** No token of the person is good any more. */
async function expectDeauthorised(index: number): Promise<void> {
  const { deauthorised } = watchLine(index)
  await vi.waitFor(() => expect(deauthorised()).toBe(true))
}

function watchLine(index: number) {
  const { login } = shop.gateway.gateway.line
  const tokens = issuedTokens.filter(({ personId: id }) => id === personId(index))
  expect(tokens.length).toBeGreaterThan(0)
  return { deauthorised: () => tokens.every(({ token }) => !login.findToken(token)) }
}

const issuedTokens: { personId: string; token: string }[] = []
beforeAll(() => {
  const { login } = shop.gateway.gateway.line
  const { issueToken } = login
  login.issueToken = (grant) => {
    const issued = issueToken(grant)
    issuedTokens.push({ personId: grant.personId, token: issued.token })
    return issued
  }
})
afterEach(() => {
  issuedTokens.length = 0
})

it('is not there while it is off (LINE-01)', async () => {
  const plain = await openTestShop()
  try {
    for (const path of ['/v2/identity/line/start', '/v2/identity/line/callback?code=a&state=b']) {
      expect((await plain.guest().get(path)).status).toBe(404)
    }
    const { storage } = (await plain.guest().get('/privacy')).body
    expect(JSON.stringify(storage)).not.toContain('LINE')
  } finally {
    await plain.close()
  }
})
