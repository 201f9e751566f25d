import { randomInt } from 'node:crypto'
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { StoreChain } from '#contract/shipping-kinds.ts'
import type { MapFault, Store, StoreChoice } from '#contract/stores.ts'
import type { Db } from '../../db/connect.ts'
import { storeChoices, stores } from '../../db/tables/stores.ts'
import { sharedGuest } from '../../http/caller.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { MapReply } from '../logistics-provider.ts'
import { findOpenStore, storeColumns } from './stores.queries.ts'

const tokenLength = 20
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** How long a map may stay open. */
const mapMinutes = 30
const mostRecent = 5

/** 119 random bits in letters and digits: the map gives no other signs back. */
function createToken(): string {
  return Array.from({ length: tokenLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** Throws STORE_CLOSED for a store that the list does not have, or no more. */
export async function chooseFromList(
  db: Db,
  owner: string,
  named: { chain: StoreChain; id: string },
): Promise<StoreChoice> {
  const store = await findOpenStore(db, named)
  if (!store) throw new ShopError('STORE_CLOSED')
  const token = createToken()
  await db
    .insert(storeChoices)
    .values({ token, owner, chain: store.chain, storeId: store.id, chosenAt: sql`now()` })
  return { store_token: token, store }
}

/** A map that is opened for the cart of this shopper; gives the token that it carries. */
export async function beginMap(
  db: Db,
  owner: string,
  { chain, back }: { chain: StoreChain; back: string },
): Promise<string> {
  const token = createToken()
  await db.insert(storeChoices).values({ token, owner, chain, back })
  return token
}

/**
 * The answer of a map counts once, in its time, for the cart that asked, and for a store of the list;
 * else nothing changes. Gives the page to lead to, and what to say there.
 */
export async function endMap(
  db: Db,
  { token, chain, storeId }: MapReply,
): Promise<{ back: string | undefined; fault: MapFault | undefined }> {
  const isOpen = sql`exists (
    select from stores where stores.chain = ${chain} and stores.id = ${storeId} and closed_at is null)`
  const ofToken = and(eq(storeChoices.token, token), isNotNull(storeChoices.back))
  const [chosen] = await db
    .update(storeChoices)
    .set({ storeId, chosenAt: sql`now()` })
    .where(
      and(
        ofToken,
        eq(storeChoices.chain, chain),
        isNull(storeChoices.chosenAt),
        sql`${storeChoices.askedAt} > now() - make_interval(mins => ${mapMinutes})`,
        isOpen,
      ),
    )
    .returning({ back: storeChoices.back })
  if (chosen) return { back: chosen.back ?? undefined, fault: undefined }
  const [known] = await db
    .select({
      back: storeChoices.back,
      isChosen: sql<boolean>`${storeChoices.chosenAt} is not null`,
      isLate: sql<boolean>`${storeChoices.askedAt} <= now() - make_interval(mins => ${mapMinutes})`,
    })
    .from(storeChoices)
    .where(ofToken)
  if (!known) return { back: undefined, fault: 'late' }
  // Sent again by a browser that went back: the store of the first time stands.
  if (known.isChosen) return { back: known.back ?? undefined, fault: undefined }
  return { back: known.back ?? undefined, fault: known.isLate ? 'late' : 'closed' }
}

/** The store that an order names; throws STORE_NEEDED, or STORE_CLOSED for one that closed since. */
export async function chooseStore(db: Db, owner: string, token: string): Promise<Store> {
  const [row] = await db
    .select({ ...storeColumns, closedAt: stores.closedAt })
    .from(storeChoices)
    .innerJoin(
      stores,
      and(eq(stores.chain, storeChoices.chain), eq(stores.id, storeChoices.storeId)),
    )
    .where(and(eq(storeChoices.token, token), eq(storeChoices.owner, owner)))
  if (!row) throw new ShopError('STORE_NEEDED')
  const { closedAt, ...store } = row
  if (closedAt !== null) throw new ShopError('STORE_CLOSED')
  return store
}

/** The last choice of a shopper whose store is open, and the stores before it. */
export async function readChoices(
  db: Db,
  owner: string,
): Promise<{ choice: StoreChoice | undefined; recent: Store[] }> {
  // These guests are many people.
  if (owner === sharedGuest) return { choice: undefined, recent: [] }
  const rows = await db
    .select({ token: storeChoices.token, store: storeColumns })
    .from(storeChoices)
    .innerJoin(
      stores,
      and(
        eq(stores.chain, storeChoices.chain),
        eq(stores.id, storeChoices.storeId),
        isNull(stores.closedAt),
      ),
    )
    .where(and(eq(storeChoices.owner, owner), isNotNull(storeChoices.chosenAt)))
    .orderBy(desc(storeChoices.chosenAt))
    .limit(40)
  const [last] = rows
  const isSame = (one: Store, other: Store) => one.chain === other.chain && one.id === other.id
  const all = rows.map(({ store }) => store)
  const recent = all
    .filter((store, at) => all.findIndex((other) => isSame(other, store)) === at)
    .slice(0, mostRecent)
  return { choice: last && { store_token: last.token, store: last.store }, recent }
}

/** At the sign-in: the choices and the open maps of a guest become the member's. */
export async function moveChoices(db: Db, from: string, to: string): Promise<void> {
  await db.update(storeChoices).set({ owner: to }).where(eq(storeChoices.owner, from))
}

/** Of a member whose account is deleted. */
export async function deleteChoices(db: Db, owner: string): Promise<void> {
  await db.delete(storeChoices).where(eq(storeChoices.owner, owner))
}
