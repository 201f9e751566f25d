import type { Db } from '../../db/connect.ts'
import { type Networks, vicinityOf } from '../../limits/network.ts'
import { consumeOfNetworkOrThrow } from '../../limits/network-limit.ts'
import { consumeOrThrow, type RateLimit } from '../../limits/rate-limit.ts'

const hour = 3600

const limit = (name: string, max: number): RateLimit => {
  return { name: `admin.reset.${name}`, max, windowSeconds: hour }
}
const mailsByNetwork = limit('mails.network', 20)
const mailsByAccountAndNetwork = limit('mails.account-network', 5)
const mailsByAccount = limit('mails.account', 20)
const codesByNetwork = limit('codes.network', 100)

/** Counts by the name that was typed, whether or not it has an account. */
export async function consumeResetMail(
  db: Db,
  { username, ip }: { username: string; ip: string },
): Promise<void> {
  const account = username.trim().toLowerCase()
  await consumeOfNetworkOrThrow(db, { network: mailsByNetwork }, ip)
  await consumeOrThrow(db, mailsByAccountAndNetwork, `${account} ${vicinityOf(ip)}`)
  await consumeOrThrow(db, mailsByAccount, account)
}

/** Counts what is tried with a code, good or bad. */
export function consumeResetCode(db: Db, { subscriber }: Networks): Promise<void> {
  return consumeOrThrow(db, codesByNetwork, subscriber)
}
