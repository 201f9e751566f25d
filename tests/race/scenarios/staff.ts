import { randomBytes } from 'node:crypto'
import { TOTP } from 'otpauth'
import { sha256 } from '../../../src/server/db/sha256.ts'
import { createPasswordHasher } from '../../../src/server/members/sign-in/password-hasher.ts'
import type { RaceRequest } from '../held-request.ts'
import {
  burstSize,
  mustOnlyAnswer,
  mustSucceedOnce,
  type Round,
  type Scenario,
  times,
  withStatus,
} from '../scenario.ts'
import { must, mustEqual } from '../violation.ts'

const password = 'of-the-staff-1'
let passwordHash: string | undefined

interface Owner {
  uid: string
  username: string
  token: string
}

/** An owner with an open session, without the sign-in and its limits. */
async function newOwner({ harness, tag }: Round, name: string): Promise<Owner> {
  passwordHash ??= await createPasswordHasher().hash(password)
  const uid = randomBytes(15).toString('base64url')
  const username = `${name}-${tag}@example.com`
  const token = `adm_${randomBytes(32).toString('base64url')}`
  await harness.query(
    'insert into administrators (uid, username, password_hash) values ($1, $2, $3)',
    [uid, username, passwordHash],
  )
  await harness.query(
    `insert into admin_sessions (token_hash, uid, expires_at) values ($1, $2, now() + interval '1 hour')`,
    [sha256(token), uid],
  )
  return { uid, username, token }
}

function as(
  { harness }: Round,
  { token }: Owner,
  method: RaceRequest['method'],
  path: string,
  data?: unknown,
): RaceRequest {
  return harness.shop(method, `/admin${path}`, { Authorization: token }, data)
}

/** A long run outlives the proof of the keeper's password. */
function confirmKeeper({ harness }: Round): Promise<unknown> {
  return harness.query('update admin_sessions set confirmed_at = now()')
}

const acceptances: Scenario = {
  name: 'an invitation accepted by thirty',
  ids: 'STAFF-09',
  weight: 1,
  async run(round) {
    const { harness, tag } = round
    await confirmKeeper(round)
    await harness.query("delete from rate_limit_counts where key like 'admin.%'")
    const email = `invited-${tag}@example.com`
    const { link } = await harness.call(
      harness.admin('POST', '/staff/invitation', { email, role: 'packer' }),
    )
    const code = String(link).split('code=').at(-1)
    const data = { code, name: '小美', password }
    const accept = { method: 'POST', path: '/v2/admin/invitation', body: { data } } as const
    const replies = await round.burst(times(burstSize, () => accept))
    mustOnlyAnswer(replies, [200, 400, 429])
    mustSucceedOnce(replies, round)
    const made = await harness.query('select 1 from administrators where username = $1', [email])
    mustEqual(made.length, 1, 'accounts of the invitation')
  },
}

const removals: Scenario = {
  name: 'two owners remove each other',
  ids: 'STAFF-13',
  weight: 2,
  async run(round) {
    const { harness } = round
    const [one, other] = [await newOwner(round, 'one'), await newOwner(round, 'other')]
    const replies = await round.burst([
      as(round, one, 'DELETE', `/staff/${other.uid}`),
      as(round, other, 'DELETE', `/staff/${one.uid}`),
    ])
    mustOnlyAnswer(replies, [200, 401, 409])
    mustSucceedOnce(replies, round)
    const left = await harness.query('select 1 from administrators where uid = any($1)', [
      [one.uid, other.uid],
    ])
    if (!round.isUncertain) mustEqual(left.length, 1, 'owners that are left of the two')
    const owners = await harness.query(
      `select 1 from administrators where role = 'owner' and not is_disabled`,
    )
    must(owners.length > 0, 'no owner is left')
  },
}

const endings: Scenario = {
  name: 'a role taken during the calls of its person',
  ids: 'STAFF-14',
  weight: 1,
  async run(round) {
    const { harness } = round
    const person = await newOwner(round, 'demoted')
    await confirmKeeper(round)
    const read = () => as(round, person, 'GET', '/settings')
    const demote = harness.admin('PUT', `/staff/${person.uid}`, { role: 'packer' })
    const replies = await round.burst([demote, ...times(20, read)])
    mustOnlyAnswer(replies, [200, 403])
    if (replies[0]?.status !== 200) await harness.call(demote)
    for (const node of [0, 1]) {
      const late = await harness.call(as(round, person, 'GET', '/me'), node)
      mustEqual((late.me as { role: string }).role, 'packer', 'the role with the next call')
    }
    await harness.call(harness.admin('DELETE', `/staff/${person.uid}/sessions`))
    const open = await harness.query('select 1 from admin_sessions where uid = $1', [person.uid])
    mustEqual(open.length, 0, 'sessions after they were ended')
  },
}

const codes: Scenario = {
  name: 'thirty sign-ins with one code of the second factor',
  ids: 'TOTP-04, TOTP-07',
  weight: 1,
  async run(round) {
    const { harness } = round
    await harness.query("delete from rate_limit_counts where key like 'admin.%'")
    const owner = await newOwner(round, 'guarded')
    const { secret } = await harness.call(as(round, owner, 'POST', '/me/totp'))
    const totp = new TOTP({ secret: String(secret) })
    // The code of now and of the next step: an earlier one could expire before it is checked.
    const codeAt = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 })
    await harness.call(as(round, owner, 'PUT', '/me/totp', { code: codeAt(0) }))
    await harness.query('delete from admin_sessions where uid = $1', [owner.uid])
    const code = codeAt(1)
    const body = { username: owner.username, password, code }
    const signIn = { method: 'POST', path: '/v2/admin/signin', body } as const
    const replies = await round.burst(times(burstSize, () => signIn))
    mustOnlyAnswer(replies, [200, 400, 429])
    mustSucceedOnce(replies, round)
    const open = await harness.query('select 1 from admin_sessions where uid = $1', [owner.uid])
    mustEqual(open.length, 1, 'sessions of one code')
    const wrong = { ...signIn, body: { ...body, code: '000000' } }
    await harness.query("delete from rate_limit_counts where key like 'admin.%'")
    const guesses = await round.burst(times(burstSize, () => wrong))
    must(withStatus(guesses, 400).length <= 5, 'more than five wrong codes were judged')
    must(withStatus(guesses, 200).length === 0, 'a wrong code opened a session')
  },
}

const saves: Scenario = {
  name: 'thirty saves of one version of the settings',
  ids: 'SETTING-05',
  weight: 1,
  async run(round) {
    const { harness } = round
    const { settings } = await harness.call(harness.admin('GET', '/settings'))
    const { version } = (settings as { privacy: { version: number } }).privacy
    const replies = await round.burst(
      times(burstSize, (index) =>
        harness.admin('PUT', '/settings/privacy', {
          version,
          values: { keeps_years: (index % 10) + 1 },
        }),
      ),
    )
    mustOnlyAnswer(replies, [200, 409])
    mustSucceedOnce(replies, round)
  },
}

export const staffScenarios = [acceptances, removals, endings, codes, saves]
