import { defineJob } from '../jobs/define-job.ts'

/** The text that a browser shows. No name, no address, no amount: it may stand on a locked screen. */
export interface PushMessage {
  title: string
  body: string
  /** The page of the shop that a touch opens. */
  path: string
  /** A later message of the same kind about the same order takes its place. */
  tag: string
}

export type PushTopic = 'outcome' | 'at_store' | 'shipped' | 'delivered'

export interface PushData {
  subscriptionId: number
  uid: string
  orderId: string
  topic: PushTopic
  message: PushMessage
  /** Afterwards it tells nothing that helps, as an instant. */
  usefulUntil: string
  /** It waits until this run cannot be undone any more. */
  runId?: string
}

const minute = 60
const hour = 60 * minute

export const sendPush = defineJob<PushData>({
  name: 'push.send',
  retryWaits: [15, minute, 10 * minute, hour, 4 * hour],
  concurrency: 4,
  keepFailedDays: 7,
})
