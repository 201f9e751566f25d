import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import type { GuestOfOrder } from '../http/caller.ts'
import type { SecretBox } from '../secrets/secret-box.ts'

const linkSeconds = 30 * 86_400

/** The mailbox of the order, or its number and telephone: others may know both. */
type Proof = 'mailbox' | 'telephone'

/** Tokens that open the order of a guest on any device. */
export interface GuestAccess {
  /** Works for 30 days, and no longer once the order belongs to an account. */
  grant(orderId: string, by?: Proof): string
  /** The guest who made the order; undefined where the token does not open it. */
  guestOf(db: Db, orderId: string, access: string): Promise<GuestOfOrder | undefined>
}

export function createGuestAccess(secretBox: SecretBox): GuestAccess {
  const boundTo = (orderId: string, by: Proof) =>
    by === 'mailbox' ? `access to order ${orderId}` : `access to order ${orderId} by ${by}`

  function opens(orderId: string, access: string, by: Proof): boolean {
    const until = secretBox.open(Buffer.from(access, 'base64url'), boundTo(orderId, by))
    return until !== undefined && Number(until.toString()) > Date.now() / 1_000
  }

  return {
    grant(orderId, by = 'mailbox') {
      const until = String(Math.floor(Date.now() / 1_000) + linkSeconds)
      return secretBox.seal(Buffer.from(until), boundTo(orderId, by)).toString('base64url')
    },
    async guestOf(db, orderId, access) {
      const isByTelephone = opens(orderId, access, 'telephone')
      if (!isByTelephone && !opens(orderId, access, 'mailbox')) return undefined
      const { rows } = await db.execute<{ owner: string }>(
        sql`select owner from orders where id = ${orderId} and owner like 'g:%'`,
      )
      return rows[0] && { owner: rows[0].owner, isByTelephone }
    },
  }
}

/** The order of a guest by its number; undefined for an order of a member, and for an archived one. */
export async function findGuestOrder(
  db: Db,
  number: string,
): Promise<{ id: string; tel: string } | undefined> {
  const { rows } = await db.execute<{ id: string; tel: string }>(sql`
    select id, user_tel as tel from orders
    where number = ${number} and owner like 'g:%' and deleted_at is null`)
  return rows[0]
}
