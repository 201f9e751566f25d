import type { Language } from '#contract/translate.ts'
import { defineJob } from '../jobs/define-job.ts'

/** The request as it came, before the account is looked up. */
export type CodeRequest = { continueUrl?: string; language?: Language } & (
  | { purpose: 'PASSWORD_RESET'; email: string }
  | { purpose: 'VERIFY_AND_CHANGE_EMAIL'; uid: string; sessionVersion: number; newEmail: string }
)

/**
 * Looks for the account and mails the code. The request only enqueues it, so that its answer takes
 * the same time with and without an account, and a restart after the answer loses nothing.
 */
export const mailRequestedCode = defineJob<{ requestId: number }>({
  name: 'members.mail-code',
  concurrency: 5,
})

/** Renews the signing key when it is due, and removes sessions that have ended. */
export const maintainMembers = defineJob({ name: 'members.maintain' })
