import { openCampaign } from '../../../tests/journeys/support/campaigns.ts'
import { adminToken } from '../../../tests/journeys/support/shop-api.ts'
import { enterAsMember, open } from './stage.mjs'

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {Awaited<ReturnType<typeof openCampaign>>} Campaign */

/**
 * A screen of a campaign that is open.
 *
 * @param {(campaign: Campaign) => string} path
 * @param {Parameters<typeof openCampaign>[2]} [values]
 */
const ofCampaign = (path, values) => async (/** @type {Page} */ page) => {
  const campaign = await openCampaign(page.request, await adminToken(page.request), values)
  await open(path(campaign), campaign.title)(page)
}

/** @type {Record<string, import('./stage.mjs').Screen>} */
export const campaignScreens = {
  campaigns: { open: ofCampaign(() => '/main/groups'), isWhole: true },
  'campaigns-ended': { open: open('/main/groups?state=closed') },
  campaign: { open: ofCampaign(({ id }) => `/main/groups/detail/${id}`), isWhole: true },
  'campaign-teams': {
    open: ofCampaign(({ id }) => `/main/groups/detail/${id}`, { kind: 'team', productCount: 3 }),
    isWhole: true,
  },
  group: { open: ofCampaign(({ code }) => `/g/${code}`), isWhole: true },
  'group-missing': { open: open('/g/none') },
  'my-groups-empty': {
    open: async (page) => {
      await enterAsMember(page)
      await open('/main/member/groups', '我的團')(page)
    },
  },
}
