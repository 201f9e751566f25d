import { channels } from '../../../../gateway/line/channels.ts'
import type { Line } from '../../../../gateway/line/line.ts'
import type { Person } from '../../../../gateway/line/people.ts'
import type { JobAttempt } from '../../jobs/define-job.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { type LineChatDeps, workEvent } from '../../line-chat/work-events.ts'
import { type SendLineDeps, sendMessage } from '../../line-messages/send-line-messages.ts'
import { noConnections } from '../../settings/connections.ts'
import { openTryOutShop, type TryOutShop } from '../doubles/try-out-shop.ts'

/** A shop whose official account is that of the try-out server, each calling the other. */
export interface LineShop extends TryOutShop {
  line: Line
  /** The first, second or third person with a phone. */
  person(index: number): Person
  /** The member signs in by this person's account of LINE from now on. */
  link(uid: string, person: Person): Promise<void>
  /** Beside that, the person is a friend of the account and wants messages. */
  tell(uid: string, person: Person): Promise<void>
  /** The texts that the phone of a person shows, one an entry of the chat. */
  chatOf(person: Person): string[]
  /** Runs what is due; gives the faults of those that have to be tried again. */
  runLineJobs(attempt?: Pick<JobAttempt, 'isLast'>): Promise<string[]>
  deps: SendLineDeps & LineChatDeps
}

export async function openLineShop(): Promise<LineShop> {
  const { channelSecret, accessToken } = {
    channelSecret: channels.messaging.secret,
    accessToken: channels.messaging.accessToken,
  }
  const shop = await openTryOutShop({
    autoCapture: false,
    env: {
      DEVELOPMENT: '1',
      LINE_MESSAGING_CHANNEL_SECRET: channelSecret,
      LINE_MESSAGING_ACCESS_TOKEN: accessToken,
    },
  })
  const { line } = shop.running.gateway
  line.switches.webhookUrl = `${shop.config.publicUrl}/v2/line/webhook`
  const { config } = shop
  const { db } = shop.database
  const settings = { connections: () => noConnections }
  const deps = { config, db, settings, jobs: shop.payments.jobs as Jobs }
  const people = [...line.people]

  const lineShop: LineShop = {
    ...shop,
    line,
    deps,
    person(index) {
      const person = people[index]
      if (!person) throw new Error(`nobody is number ${index}`)
      return person
    },
    async link(uid, { id }) {
      await shop.rows('delete from member_identities where subject = $1 or uid = $2', [id, uid])
      await shop.rows(
        `insert into member_identities (provider, subject, uid) values ('line', $1, $2)`,
        [id, uid],
      )
    },
    async tell(uid, person) {
      await lineShop.link(uid, person)
      Object.assign(person, { isFriend: true, isBlocked: false })
      await shop.rows(
        `insert into line_friends (subject, is_friend, changed_at) values ($1, true, now())
         on conflict (subject) do update set is_friend = true`,
        [person.id],
      )
      await shop.rows(`insert into line_agreements (uid) values ($1) on conflict do nothing`, [uid])
    },
    chatOf: ({ id }) =>
      line.chats
        .of(id)
        .filter(({ by }) => by === 'shop')
        .map(({ messages }) =>
          messages.map((message) => String(message.altText ?? message.text)).join('\n'),
        ),
    async runLineJobs(attempt = { isLast: false }) {
      const due = await shop.rows<{ name: string; data: { messageId: number; eventId: string } }>(
        `update pgboss.job set state = 'completed' where name in ('line.send', 'line.event')
         and state = 'created' and start_after <= now() returning name, data`,
      )
      const faults: string[] = []
      for (const { name, data } of due) {
        const work =
          name === 'line.send'
            ? sendMessage(deps, data.messageId, attempt)
            : workEvent(deps, data.eventId)
        await work.catch((error: unknown) => {
          faults.push(String(error))
          return shop.payments.jobs.send(db, { ...retried, name }, data)
        })
      }
      return faults
    },
  }
  return lineShop
}

const retried = { retryWaits: [], timeoutSeconds: 60, concurrency: 1, keepFailedDays: 1 }
