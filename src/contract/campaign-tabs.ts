/** The tabs of the list of campaigns. */
export const campaignTabLabels = {
  open: '開團中',
  scheduled: '即將開團',
  ended: '已結束',
} as const
export type CampaignTab = keyof typeof campaignTabLabels
export const campaignTabs = Object.keys(campaignTabLabels) as CampaignTab[]
