import { setTimeout as delay } from 'node:timers/promises'
import type { Round } from '../scenario.ts'

/** Requests a mail and reads the code from its link. */
export async function mailedCode(round: Round, email: string, request: object): Promise<string> {
  const { harness } = round
  await harness.query('delete from mail_outbox where recipient = $1', [email])
  await harness.call(harness.identity('sendOobCode', request))
  for (let attempt = 0; attempt < 500; attempt++) {
    const [mail] = await harness.query<{ text_body: string }>(
      'select text_body from mail_outbox where recipient = $1',
      [email],
    )
    const code = /oobCode=([A-Za-z0-9_-]+)/.exec(mail?.text_body ?? '')?.[1]
    if (code !== undefined) return code
    // The mail is written after the answer; nothing tells when.
    await delay(10)
  }
  throw new Error(`no mail has come to ${email}`)
}
