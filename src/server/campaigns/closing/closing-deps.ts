import type { PaymentDeps } from '../../payments/payment-deps.ts'
import type { GroupMailDeps } from '../mails/group-mails.ts'

export type ClosingDeps = PaymentDeps & Pick<GroupMailDeps, 'config'>

export const shopActor = { kind: 'system' } as const

/** From the news of success, and from each later change that makes a place wait for its payment. */
export const payWithinHours = 48
export const remindBeforeHours = 24
