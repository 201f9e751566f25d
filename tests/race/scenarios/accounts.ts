import { send } from '../held-request.ts'
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
import { mailedCode } from './mailed-code.ts'

const password = (index: number) => `secret-${index}-x`

/** Expects that the password of the successful reply signs in. */
async function mustOpenWith(round: Round, email: string, index: number): Promise<void> {
  if (index < 0) return
  const account = { email, password: password(index), returnSecureToken: true }
  await round.harness.call(round.harness.identity('signInWithPassword', account), 1)
}

const signUp: Scenario = {
  name: 'one address signed up',
  ids: 'C9 I2',
  weight: 1,
  async run(round) {
    const { harness, tag } = round
    const spellings = [`new.${tag}@gmail.com`, ` NEW.${tag}@Gmail.com `, `new${tag}@googlemail.com`]
    const replies = await round.burst(
      times(burstSize, (index) => {
        const email = spellings[index % spellings.length]
        return harness.identity('signUp', { email, password: password(index) })
      }),
    )
    mustOnlyAnswer(replies, [200, 400])
    mustSucceedOnce(replies, round)
    for (const { body } of withStatus(replies, 400)) {
      mustEqual((body.error as { message: string }).message, 'EMAIL_EXISTS', 'a refusal')
    }
    const rows = await harness.query('select 1 from members where email_key = $1', [
      `new${tag}@gmail.com`,
    ])
    must(rows.length === 1, `${rows.length} accounts of one address`)
    const winner = replies.findIndex(({ status }) => status === 200)
    await mustOpenWith(round, `new${tag}@gmail.com`, winner)
  },
}

async function mustBeUsedUp(round: Round, uid: string): Promise<void> {
  const open = await round.harness.query(
    'select 1 from action_codes where uid = $1 and used_at is null',
    [uid],
  )
  mustEqual(open.length, 0, 'codes that are still open')
}

const verification: Scenario = {
  name: 'one code used to prove an address',
  ids: 'C4 I2',
  weight: 5,
  async run(round) {
    const { harness } = round
    const { email, token, uid } = await harness.member(4 + Math.floor(round.random() * 4))
    await harness.query('update members set email_verified = false where uid = $1', [uid])
    const oobCode = await mailedCode(round, email, { requestType: 'VERIFY_EMAIL', idToken: token })
    const replies = await round.burst(
      times(burstSize, () => harness.identity('update', { oobCode })),
    )
    mustOnlyAnswer(replies, [200, 400])
    mustSucceedOnce(replies, round)
    for (const { body } of withStatus(replies, 400)) {
      mustEqual((body.error as { message: string }).message, 'INVALID_OOB_CODE', 'a refusal')
    }
    await mustBeUsedUp(round, uid)
    const rows = await harness.query('select email_verified from members where uid = $1', [uid])
    mustEqual(rows, [{ email_verified: true }], 'the proof')
  },
}

const reset: Scenario = {
  name: 'one code used to set a password',
  ids: 'C4 C5 I2',
  weight: 1,
  async run(round) {
    const { harness } = round
    const email = `reset-${round.tag}@example.com`
    const account = { email, password: 'first-1', returnSecureToken: true }
    const { localId, idToken } = await harness.call(harness.identity('signUp', account))
    const oobCode = await mailedCode(round, email, { requestType: 'PASSWORD_RESET', email })
    await harness.query('delete from mail_outbox where recipient = $1', [email])
    const replies = await round.burst(
      times(burstSize, (index) =>
        harness.identity('resetPassword', { oobCode, newPassword: password(index) }),
      ),
    )
    mustOnlyAnswer(replies, [200, 400])
    mustSucceedOnce(replies, round)
    await mustBeUsedUp(round, String(localId))
    await mustOpenWith(
      round,
      email,
      replies.findIndex(({ status }) => status === 200),
    )
    const mails = await harness.query('select 1 from mail_outbox where recipient = $1', [email])
    mustEqual(mails.length, 1, 'mails that tell of the new password')
    for (const [node] of harness.nodes.entries()) {
      const old = await send(harness.address(node), harness.identity('lookup', { idToken }))
      mustEqual(old.status, 400, 'a token from before the new password')
    }
  },
}

export const accountScenarios = [signUp, verification, reset]
