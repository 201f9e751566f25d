import { vi } from 'vitest'
import type { ActionPurpose } from '../db/tables/members.ts'
import { listMails, readMail } from '../mail/outbox.queries.ts'
import type { TestMember, TestProvider } from './doubles/test-provider.ts'

const subjects: Record<ActionPurpose, string> = {
  PASSWORD_RESET: 'MinMin 團購：重設密碼',
  VERIFY_EMAIL: 'MinMin 團購：請驗證您的電子信箱',
  VERIFY_AND_CHANGE_EMAIL: 'MinMin 團購：請確認新的電子信箱',
}

/** The codes of all mails of one purpose to an address, newest first, once there are `count`. */
export async function mailedCodes(
  { database: { db } }: Pick<TestProvider, 'database'>,
  to: { recipient: string; purpose: ActionPurpose; count?: number },
): Promise<string[]> {
  const { recipient, purpose, count = 1 } = to
  // The mail is written after the answer.
  const find = async () => {
    const mails = await listMails(db, { recipient })
    const ofPurpose = mails.filter(({ subject }) => subject === subjects[purpose])
    if (ofPurpose.length < count) throw new Error(`${ofPurpose.length} mails for ${recipient}`)
    return ofPurpose
  }
  const found = await vi.waitFor(find)
  const mails = await Promise.all(found.map(({ id }) => readMail(db, id)))
  return mails.map((mail) => /oobCode=([\w-]+)/.exec(mail?.textBody ?? '')?.[1] ?? '')
}

/** Asks for a code of one purpose and reads it from the mail. */
export async function requestCode(
  provider: TestProvider,
  { idToken, email }: Pick<TestMember, 'idToken' | 'email'>,
  request: { purpose: ActionPurpose; newEmail?: string },
): Promise<string> {
  const { purpose, newEmail } = request
  const fields = {
    requestType: purpose,
    ...(purpose === 'PASSWORD_RESET' ? { email } : { idToken }),
  }
  const reply = await provider.call('sendOobCode', { ...fields, ...(newEmail && { newEmail }) })
  if (reply.status !== 200) throw new Error(`no mail was sent: ${reply.code}`)
  const [code = ''] = await mailedCodes(provider, { recipient: newEmail ?? email, purpose })
  return code
}
