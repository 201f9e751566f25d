import { setTimeout as delay } from 'node:timers/promises'
import { createAdministrator, resetPassword } from '../../../src/server/admin/administrators.ts'
import { connect } from '../../../src/server/db/connect.ts'
import { commandLine } from '../../../src/server/http/actor.ts'
import { createPasswordHasher } from '../../../src/server/members/sign-in/password-hasher.ts'
import { type Reply, send } from '../held-request.ts'
import {
  mustOnlyAnswer,
  mustSucceedOnce,
  type Round,
  type Scenario,
  times,
  withStatus,
} from '../scenario.ts'
import { must, mustEqual } from '../violation.ts'
import { mailedCode } from './mailed-code.ts'

const password = 'first-1'
/** The deletion or the reset falls within the time that the burst takes. */
const withinMs = 250

interface Account {
  email: string
  uid: string
  token: string
}

async function newAccount({ harness, tag }: Round, name: string): Promise<Account> {
  const email = `${name}-${tag}@example.com`
  const fields = { email, password, returnSecureToken: true }
  const { localId, idToken } = await harness.call(harness.identity('signUp', fields))
  return { email, uid: String(localId), token: String(idToken) }
}

function messagesOf(replies: readonly Reply[]): string[] {
  return withStatus(replies, 400).map(({ body }) => (body.error as { message: string }).message)
}

/** Every refusal is one of these. */
function mustRefuseAs(replies: readonly Reply[], messages: string[]): void {
  for (const message of messagesOf(replies)) {
    must(messages.includes(message), `a refusal as ${message}`)
  }
}

/** The burst, and the deletion of the account while it is under way. */
async function burstAndDeletion(
  round: Round,
  account: Account,
  requests: Parameters<Round['burst']>[0],
): Promise<Reply[]> {
  const { harness } = round
  const [replies, deletion] = await Promise.all([
    round.burst(requests),
    delay(round.random() * withinMs).then(() =>
      send(harness.address(1), harness.identity('delete', { idToken: account.token })),
    ),
  ])
  must([200, 0, 503].includes(deletion.status), `the deletion was answered ${deletion.status}`)
  const left = await harness.query('select 1 from refresh_tokens where uid = $1', [account.uid])
  if (deletion.status === 200) mustEqual(left.length, 0, 'sessions of a deleted account')
  return replies
}

const signIns: Scenario = {
  name: 'an account deleted during its sign-ins',
  ids: 'SAFE-08',
  weight: 1,
  async run(round) {
    const { harness } = round
    const account = await newAccount(round, 'leaving')
    const { email } = account
    const signIn = () =>
      harness.identity('signInWithPassword', { email, password, returnSecureToken: true })
    const replies = await burstAndDeletion(round, account, times(20, signIn))
    mustOnlyAnswer(replies, [200, 400, 429])
    mustRefuseAs(replies, ['USER_NOT_FOUND', 'INVALID_LOGIN_CREDENTIALS'])
  },
}

const proofs: Scenario = {
  name: 'an account deleted while its address is proved',
  ids: 'SAFE-08',
  weight: 2,
  async run(round) {
    const { harness } = round
    const account = await newAccount(round, 'proving')
    const { email, token: idToken } = account
    const codes = [
      await mailedCode(round, email, { requestType: 'VERIFY_EMAIL', idToken }),
      await mailedCode(round, email, { requestType: 'VERIFY_EMAIL', idToken }),
    ]
    const deletions = times(2, () => harness.identity('delete', { idToken }))
    const uses = times(12, (index) => harness.identity('update', { oobCode: codes[index % 2] }))
    const replies = await round.burst([...uses, ...deletions])
    mustOnlyAnswer(replies, [200, 400])
    mustRefuseAs(replies, ['USER_NOT_FOUND', 'INVALID_OOB_CODE'])
  },
}

const mails: Scenario = {
  name: 'an account deleted while it asks for mails',
  ids: 'SAFE-08',
  weight: 2,
  async run(round) {
    const { harness } = round
    const { token: idToken } = await newAccount(round, 'asking')
    const request = { requestType: 'VERIFY_EMAIL', idToken }
    const codeRequests = times(10, () => harness.identity('sendOobCode', request))
    const deletions = times(2, () => harness.identity('delete', { idToken }))
    const replies = await round.burst([...codeRequests, ...deletions])
    mustOnlyAnswer(replies, [200, 400])
    mustRefuseAs(replies, ['USER_NOT_FOUND'])
  },
}

const oneAddress: Scenario = {
  name: 'one new address proved by five members',
  ids: 'SAFE-08',
  weight: 1,
  async run(round) {
    const { harness, tag } = round
    const newEmail = `wanted-${tag}@example.com`
    const codes: string[] = []
    for (const index of times(5, (number) => number)) {
      const { token: idToken } = await newAccount(round, `wants-${index}`)
      const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail }
      codes.push(await mailedCode(round, newEmail, request))
    }
    const replies = await round.burst(
      codes.map((oobCode) => harness.identity('update', { oobCode })),
    )
    mustOnlyAnswer(replies, [200, 400])
    mustSucceedOnce(replies, round)
    mustRefuseAs(replies, ['EMAIL_EXISTS'])
    const rows = await harness.query('select 1 from members where email_key = $1', [newEmail])
    mustEqual(rows.length, 1, 'accounts of the address')
  },
}

const takeover: Scenario = {
  name: 'a change of address beside a new password',
  ids: 'SAFE-02',
  weight: 1,
  async run(round) {
    const { harness, tag } = round
    const { email, token: idToken, uid } = await newAccount(round, 'owner')
    const newEmail = `thief-${tag}@example.com`
    const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail }
    const oobCode = await mailedCode(round, newEmail, request)
    const replies = await round.burst([
      harness.identity('update', { idToken, password: 'second-1' }),
      ...times(5, () => harness.identity('update', { oobCode })),
    ])
    mustOnlyAnswer(replies, [200, 400])
    // Either the address was changed first, or the new password ended the code.
    mustSucceedOnce(replies, round)
    const [member] = await harness.query<{ email: string }>(
      'select email from members where uid = $1',
      [uid],
    )
    if (replies[0]?.status === 200) mustEqual(member?.email, email, 'the address of the owner')
    const late = await send(harness.address(1), harness.identity('update', { oobCode }))
    must(late.status !== 200, 'a code from before a new password works')
  },
}

const administrators: Scenario = {
  name: "an administrator's password reset during sign-ins",
  ids: 'SAFE-03',
  weight: 1,
  async run(round) {
    const { harness, tag } = round
    const username = `chief-${tag}@example.com`
    const hasher = createPasswordHasher()
    const database = connect(harness.databaseUrl, { poolSize: 1 })
    try {
      // The guesses of earlier rounds came from this network, too.
      await harness.query("delete from rate_limit_counts where key like 'admin.%'")
      await createAdministrator(database.db, commandLine, hasher, {
        username,
        password: 'before-reset-1',
      })
      const body = { username, password: 'before-reset-1' }
      const signIn = { method: 'POST', path: '/v2/admin/signin', body } as const
      const [replies] = await Promise.all([
        round.burst(times(20, () => signIn)),
        delay(round.random() * withinMs).then(() =>
          resetPassword(database.db, commandLine, hasher, { username, password: 'after-reset-1' }),
        ),
      ])
      mustOnlyAnswer(replies, [200, 400, 429])
      const left = await harness.query(
        'select 1 from admin_sessions join administrators using (uid) where username = $1',
        [username],
      )
      mustEqual(left.length, 0, 'sessions that outlive the reset')
    } finally {
      await database.close()
    }
  },
}

export const accountEndingScenarios = [signIns, proofs, mails, oneAddress, takeover, administrators]
