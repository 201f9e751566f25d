import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { AdminShippingMethod, ShippingMethodInput } from '#contract/admin-shipping.ts'
import type { AuditAction } from '#contract/audit.ts'
import { maxMethods } from '#contract/shipping-kinds.ts'
import { changedFields, recordAudit } from '../audit/audit.ts'
import { createId } from '../db/id.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import type { Logistics } from '../logistics/create-logistics.ts'
import { chainsRefusal } from '../logistics/served-chains.ts'
import { announceSettings, readSettings, writeSettings } from '../settings/settings.queries.ts'
import { readMethod } from './method-input.ts'
import {
  archiveMethod,
  insertMethod,
  lockMethods,
  nextPosition,
  readMethods,
  storeMethods,
  updateMethod,
  writePositions,
} from './methods.queries.ts'

interface MethodDeps {
  db: NodePgDatabase
  logistics: Pick<Logistics, 'current'>
}

export function createMethod(
  deps: MethodDeps,
  actor: StaffActor,
  input: ShippingMethodInput,
): Promise<AdminShippingMethod> {
  return change(deps.db, actor, async (tx, methods) => {
    if (methods.length >= maxMethods) throw new ShopError('SHIPPING_METHOD_LIMIT')
    const method = { ...readMethod(input), id: createId(), version: 1 }
    assertMayBeOn(deps, method)
    await insertMethod(tx, method, await nextPosition(tx))
    const { id, version: _, ...after } = method
    await record(tx, actor, { action: 'shipping.create', method: { id, name: method.name }, after })
    return method
  })
}

/** Throws SETTING_CONFLICT for a version that is not the last. */
export function changeMethod(
  deps: MethodDeps,
  actor: StaffActor,
  { id, input, version }: { id: string; input: ShippingMethodInput; version: number },
): Promise<AdminShippingMethod> {
  return change(deps.db, actor, async (tx, methods) => {
    const known = find(methods, id)
    if (known.version !== version) throw new ShopError('SETTING_CONFLICT')
    const method = { ...readMethod(input, known), id, version: version + 1 }
    assertMayBeOn(deps, method)
    assertOneIsOn(methods.map((one) => (one.id === id ? method : one)))
    await updateMethod(tx, method)
    const { version: _, ...values } = method
    const { version: __, ...former } = known
    const { before, after } = changedFields<Partial<AdminShippingMethod>>(former, {
      ...absent(former, values),
      ...values,
    })
    await record(tx, actor, { action: 'shipping.update', method, before, after })
    return method
  })
}

/** Orders keep what they have of it, and campaigns offer it no more. */
export async function removeMethod(
  db: NodePgDatabase,
  actor: StaffActor,
  id: string,
): Promise<void> {
  await change(db, actor, async (tx, methods) => {
    const method = find(methods, id)
    assertOneIsOn(methods.filter((one) => one !== method))
    await archiveMethod(tx, id)
    const { name } = method
    await record(tx, actor, { action: 'shipping.archive', method, before: { name } })
  })
}

/** Those that are not named come last, in the order that they had. */
export function orderMethods(
  db: NodePgDatabase,
  actor: StaffActor,
  ids: readonly string[],
): Promise<AdminShippingMethod[]> {
  return change(db, actor, async (tx, methods) => {
    const known = methods.map(({ id }) => id)
    const named = [...new Set(ids)].filter((id) => known.includes(id))
    const ordered = [...named, ...known.filter((id) => !named.includes(id))]
    await writePositions(tx, ordered)
    const nameOf = (id: string) => find(methods, id).name
    await recordAudit(tx, actor, {
      action: 'shipping.order',
      subject: { kind: 'shipping', title: `${ordered.length} 種配送方式` },
      before: { order: known.map(nameOf) },
      after: { order: ordered.map(nameOf) },
    })
    return readMethods(tx)
  })
}

/** Clients that know one fee go on setting that of the first home method. */
export async function followShippingSettings(
  tx: Transaction,
  { fee, free_over }: Pick<AdminShippingMethod, 'fee' | 'free_over'>,
): Promise<void> {
  await lockMethods(tx)
  const home = firstHome(await readMethods(tx))
  // The built-in one has the fee of the settings, and no row.
  if (!home || (home.fee === fee && home.free_over === free_over)) return
  await updateMethod(tx, { ...home, fee, free_over, version: home.version + 1 })
}

async function change<T>(
  db: NodePgDatabase,
  actor: StaffActor,
  work: (tx: Transaction, methods: AdminShippingMethod[]) => Promise<T>,
): Promise<T> {
  return transaction(db, async (tx) => {
    await lockMethods(tx)
    const result = await work(tx, await storeMethods(tx))
    await mirrorFee(tx, actor)
    await announceSettings(tx)
    return result
  })
}

/** The settings tell the fee of the first home method to what knows no methods. */
async function mirrorFee(tx: Transaction, actor: StaffActor): Promise<void> {
  const home = firstHome(await readMethods(tx))
  const { version, values } = (await readSettings(tx)).shipping
  const isSame = values.fee === home?.fee && values.free_over === home.free_over
  // A first version says that the owner has decided, be it on the fee of before.
  if (!home || (isSame && version > 0)) return
  const mirrored = { ...values, fee: home.fee, free_over: home.free_over }
  const change = { group: 'shipping', version, values: mirrored } as const
  if (!(await writeSettings(tx, actor, change))) throw new ShopError('SETTING_CONFLICT')
}

function firstHome(methods: readonly AdminShippingMethod[]): AdminShippingMethod | undefined {
  const homes = methods.filter(({ kind }) => kind === 'home')
  return homes.find(({ is_on }) => is_on) ?? homes[0]
}

function find(methods: readonly AdminShippingMethod[], id: string): AdminShippingMethod {
  const method = methods.find((one) => one.id === id)
  if (!method) throw new ShopError('SHIPPING_METHOD_NOT_FOUND')
  return method
}

/** Shoppers may choose only stores that the shop can send to. */
function assertMayBeOn({ logistics }: MethodDeps, method: AdminShippingMethod): void {
  if (!method.is_on) return
  const refusal = chainsRefusal(method, logistics.current()?.chains)
  if (refusal === undefined) return
  const message = `還不能開啟：${refusal}，請先在這一頁下方設定「超商物流」`
  throw new ShopError('SHIPPING_STORES_OFF', { message })
}

function assertOneIsOn(methods: readonly AdminShippingMethod[]): void {
  if (!methods.some(({ is_on }) => is_on)) throw new ShopError('SHIPPING_METHOD_LAST')
}

/** The values that a change has taken away, so that the audit tells it. */
function absent(
  former: Omit<AdminShippingMethod, 'version'>,
  values: Omit<AdminShippingMethod, 'version'>,
): Partial<AdminShippingMethod> {
  const gone = Object.keys(former).filter((key) => !(key in values))
  return Object.fromEntries(gone.map((key) => [key, undefined]))
}

function record(
  tx: Transaction,
  actor: StaffActor,
  {
    action,
    method: { id, name },
    ...values
  }: {
    action: AuditAction
    method: Pick<AdminShippingMethod, 'id' | 'name'>
    before?: Partial<AdminShippingMethod>
    after?: Partial<AdminShippingMethod>
  },
): Promise<void> {
  const subject = { kind: 'shipping', id, title: name }
  return recordAudit(tx, actor, { action, subject, ...values })
}
