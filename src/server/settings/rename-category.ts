import type { MenuEntry } from '#contract/menu.ts'
import type { Transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { readSettings } from './settings.queries.ts'
import type { Settings } from './settings.ts'

/** The menu and home go on leading to the products of a category under its new name. */
export async function renameCategoryOfSettings(
  tx: Transaction,
  actor: StaffActor,
  { settings, from, to }: { settings: Pick<Settings, 'update'>; from: string; to: string },
): Promise<void> {
  const { home, menu } = await readSettings(tx)
  if (home.values.category === from) {
    const values = { ...home.values, category: to }
    await settings.update(tx, actor, { group: 'home', version: home.version, values })
  }
  const { header, footer } = menu.values
  const isFormer = (entry: MenuEntry) => entry.kind === 'category' && entry.target === from
  if (![...header, ...footer].some(isFormer)) return
  const renamed = (entries: MenuEntry[]) => {
    const hasTarget = entries.some(({ kind, target }) => kind === 'category' && target === to)
    // Merged into one that the menu already has.
    if (hasTarget) return entries.filter((entry) => !isFormer(entry))
    return entries.map((entry) => (isFormer(entry) ? { ...entry, target: to } : entry) as MenuEntry)
  }
  const values = { ...menu.values, header: renamed(header), footer: renamed(footer) }
  await settings.update(tx, actor, { group: 'menu', version: menu.version, values })
}
