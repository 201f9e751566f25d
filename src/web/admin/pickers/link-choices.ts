import { useQuery } from '@tanstack/react-query'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import { adminMenuApi } from '#contract/admin-menu.ts'
import { campaignStateLabels } from '#contract/campaign-states.ts'
import type { MenuEntry } from '#contract/menu.ts'
import { screenLinks } from '#contract/menu-screens.ts'
import { apiQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { entryChoices, type MenuChoices, targetName } from '../info-pages/menu-form.ts'

/** A screen of the shop by its name. */
export interface LinkChoice {
  group: string
  name: string
  to: string
  note?: string
}

/** The screens, categories and pages that a menu offers, and the campaigns that have not ended. */
export function useLinkChoices({ enabled }: { enabled: boolean }): LinkChoice[] {
  const menu = useQuery({ ...apiQuery(adminMenuApi.read, {}), enabled }).data
  const found = useQuery({ ...apiQuery(adminCampaignApi.choices, { query: {} }), enabled }).data
  const campaigns = found?.campaigns.filter(
    ({ state }) => state === 'open' || state === 'scheduled',
  )
  return [
    ...(menu ? menuLinks(menu) : []),
    ...(campaigns ?? []).map(({ id, title, state }) => ({
      ...{ group: '團購', name: title, to: paths.campaign(id), note: campaignStateLabels[state] },
    })),
  ]
}

function menuLinks(menu: MenuChoices): LinkChoice[] {
  return entryChoices([], menu).flatMap(({ label: group, entries }) =>
    entries.flatMap((entry) => {
      const to = addressOf(entry, menu)
      const isDraft = menu.pages.some(({ id, is_public }) => id === entry.target && !is_public)
      const note = isDraft && { note: '草稿，公開後才打得開' }
      return to ? [{ group, name: targetName(entry, menu), to, ...note }] : []
    }),
  )
}

function addressOf({ kind, target }: MenuEntry, { pages }: MenuChoices): string | undefined {
  if (kind === 'category') return paths.products({ category: target })
  if (kind === 'screen') return target === 'adminLogin' ? undefined : screenLinks[target][1]
  const slug = pages.find(({ id }) => id === target)?.slug
  return slug && paths.infoPage(slug)
}
