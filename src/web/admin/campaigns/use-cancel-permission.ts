import type { AdminCampaign } from '#contract/campaigns.ts'
import type { Permission } from '#contract/permissions.ts'
import { useMay } from '../admin-context.ts'

/** Cards that were authorised are released with it, which needs the right to refund besides. */
export function useCancelPermission({ money }: AdminCampaign, units: number): Permission {
  const may = useMay()
  const hasMoney = money === 'authorise_capture' && units > 0
  return hasMoney && may('campaign.write') ? 'refund.write' : 'campaign.write'
}
