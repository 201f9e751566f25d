import type { EndpointReply } from '#contract/endpoint.ts'
import type { read } from '#contract/menu.schema.ts'
import type { MenuEntry, MenuSettings } from '#contract/menu.ts'
import { menuScreenLabel, menuScreens } from '#contract/menu-screens.ts'

export interface MenuForm {
  header: MenuEntry[]
  footer: MenuEntry[]
  saysNoCalls: 0 | 1
}

export type StoredMenu = EndpointReply<typeof read>
export type MenuChoices = Pick<StoredMenu, 'categories' | 'pages'>

export function menuForm({ header, footer, says_no_calls }: MenuSettings): MenuForm {
  return { header, footer, saysNoCalls: says_no_calls ? 1 : 0 }
}

export function menuValues({ header, footer, saysNoCalls }: MenuForm): MenuSettings {
  const trimmed = (entries: MenuEntry[]) =>
    entries.map((entry) => ({
      ...entry,
      label: entry.label.trim(),
      ...(entry.kind === 'link' && { target: entry.target.trim() }),
    })) as MenuEntry[]
  return { header: trimmed(header), footer: trimmed(footer), says_no_calls: saysNoCalls === 1 }
}

export function fieldOfMenu(field: string): 'header' | 'footer' {
  return field === 'footer' ? 'footer' : 'header'
}

/** The name of where an entry leads, in place of a label of its own. */
export function targetName(entry: MenuEntry, { pages }: MenuChoices): string {
  if (entry.kind === 'screen') return menuScreenLabel(entry.target)
  if (entry.kind !== 'page') return entry.target
  return pages.find(({ id }) => id === entry.target)?.title ?? '已刪除的頁面'
}

/** The entries that can still be added, in groups; the value of a choice is its key. */
export function entryChoices(entries: readonly MenuEntry[], { categories, pages }: MenuChoices) {
  const taken = new Set(entries.map(keyOf))
  const free = (group: MenuEntry[]) => group.filter((entry) => !taken.has(keyOf(entry)))
  const entry = (kind: 'category' | 'page', target: string) => ({ kind, target, label: '' })
  return [
    {
      label: '商店的畫面',
      entries: free(menuScreens.map((target) => ({ kind: 'screen', target, label: '' }))),
    },
    { label: '商品分類', entries: free(categories.map((name) => entry('category', name))) },
    { label: '頁面', entries: free(pages.map(({ id }) => entry('page', id))) },
  ].filter((group) => group.entries.length > 0)
}

export const newLink: MenuEntry = { kind: 'link', target: 'https://', label: '' }
export const keyOf = ({ kind, target }: MenuEntry): string => `${kind} ${target}`
