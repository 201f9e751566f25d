import { and, eq, isNull, sql } from 'drizzle-orm'
import type { AdminShippingMethod } from '#contract/admin-shipping.ts'
import { defaultSettings, type ShippingSettings } from '#contract/settings.ts'
import { homeMethodId, shippingKindLabels, temperatures } from '#contract/shipping-kinds.ts'
import type { Db } from '../db/connect.ts'
import { preparedText } from '../db/prepared.ts'
import { shippingMethods } from '../db/tables/shipping.ts'

type MethodRow = typeof shippingMethods.$inferSelect
type StoredMethod = Pick<
  MethodRow,
  | ('id' | 'kind' | 'name' | 'options' | 'fee' | 'freeOver' | 'steps' | 'outlying')
  | ('maxWeight' | 'maxSides' | 'maxAmount' | 'cod' | 'isOn' | 'version')
>

// One statement, since orders read it beside their cart: a shop without methods pays nothing more.
const methodsRead = preparedText<{
  settings: Partial<ShippingSettings> | null
  methods: StoredMethod[]
}>(
  'shipping_methods_read',
  `select (select values from settings where "group" = 'shipping') as settings,
     coalesce((select json_agg(json_build_object('id', id, 'kind', kind, 'name', name,
       'options', options, 'fee', fee, 'freeOver', free_over, 'steps', steps, 'outlying', outlying,
       'maxWeight', max_weight, 'maxSides', max_sides, 'maxAmount', max_amount, 'cod', cod,
       'isOn', is_on, 'version', version) order by position, id)
     from shipping_methods where deleted_at is null), '[]') as methods`,
)

/** The methods of the shop in their order, those that are off, too; there is one at least. */
export async function readMethods(db: Db): Promise<AdminShippingMethod[]> {
  const [row] = await methodsRead(db, [])
  if (row && row.methods.length > 0) return row.methods.map(toMethod)
  return [builtInMethod({ ...defaultSettings.shipping, ...row?.settings })]
}

/** Whether the owner has made or changed one: there is a choice, or an island costs another fee. */
export function hasOwnMethods(methods: readonly AdminShippingMethod[]): boolean {
  return methods.length > 1 || methods.some(({ version }) => version > 0)
}

/** The home method of a shop that has made none. */
function builtInMethod({
  fee,
  free_over,
}: Pick<ShippingSettings, 'fee' | 'free_over'>): AdminShippingMethod {
  return {
    ...{ id: homeMethodId, kind: 'home', name: shippingKindLabels.home, fee, free_over },
    ...{ outlying: { mode: 'same' }, cod: false, is_on: true, version: 0 },
    ...{ max_weight_g: null, max_sides_mm: null, max_amount: null },
    ...{ temperatures: [...temperatures], mixes: false },
  }
}

function toMethod(row: StoredMethod): AdminShippingMethod {
  const { id, kind, name, fee, cod, version, outlying, steps } = row
  const { chains, places, temperatures, mixes } = row.options
  return {
    ...{ id, kind, name, fee, free_over: row.freeOver, outlying, cod, is_on: row.isOn, version },
    ...(steps && { steps }),
    ...{ max_weight_g: row.maxWeight, max_sides_mm: row.maxSides, max_amount: row.maxAmount },
    ...{ temperatures, mixes },
    ...(chains && { chains }),
    ...(places && { places }),
  }
}

function toColumns(method: Omit<AdminShippingMethod, 'id' | 'version'>) {
  const { kind, name, fee, cod, outlying, steps, temperatures, mixes, chains, places } = method
  return {
    ...{ kind, name, fee, cod, outlying, freeOver: method.free_over, isOn: method.is_on },
    steps: steps ?? null,
    options: { temperatures, mixes, ...(chains && { chains }), ...(places && { places }) },
    maxWeight: method.max_weight_g,
    maxSides: method.max_sides_mm,
    maxAmount: method.max_amount,
  }
}

/** Changes of the methods wait here for each other. */
export async function lockMethods(tx: Db): Promise<void> {
  await tx.execute(sql`lock table ${shippingMethods} in share row exclusive mode`)
}

/** The locked methods; the built-in one gets its row first, so that others can stand beside it. */
export async function storeMethods(tx: Db): Promise<AdminShippingMethod[]> {
  const methods = await readMethods(tx)
  const [first] = methods
  if (first?.version === 0 && !(await hasRow(tx, first.id))) await insertMethod(tx, first, 0)
  return methods
}

async function hasRow(tx: Db, id: string): Promise<boolean> {
  const ofId = and(eq(shippingMethods.id, id), isNull(shippingMethods.deletedAt))
  return (await tx.select({ id: shippingMethods.id }).from(shippingMethods).where(ofId)).length > 0
}

export async function insertMethod(
  tx: Db,
  method: AdminShippingMethod,
  position: number,
): Promise<void> {
  const { id, version } = method
  await tx.insert(shippingMethods).values({ id, version, position, ...toColumns(method) })
}

export async function updateMethod(tx: Db, method: AdminShippingMethod): Promise<void> {
  const { id, version } = method
  await tx
    .update(shippingMethods)
    .set({ ...toColumns(method), version, updatedAt: sql`now()` })
    .where(eq(shippingMethods.id, id))
}

export async function archiveMethod(tx: Db, id: string): Promise<void> {
  await tx.update(shippingMethods).set({ deletedAt: sql`now()` }).where(eq(shippingMethods.id, id))
}

export async function writePositions(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update shipping_methods as method set position = named.position
    from unnest(${sql.param([...ids])}::text[]) with ordinality as named (id, position)
    where method.id = named.id`)
}

/** Behind the last one. */
export async function nextPosition(tx: Db): Promise<number> {
  const [last] = await tx
    .select({ position: sql<number>`coalesce(max(${shippingMethods.position}), -1) + 1` })
    .from(shippingMethods)
  return Number(last?.position ?? 0)
}
