import Box from '@mui/material/Box'
import { paths } from '../../paths.ts'
import { ViewTabs } from '../lists/view-tabs.tsx'

const tabs = [
  { name: 'campaigns', label: '團購列表', link: paths.adminCampaigns() },
  { name: 'at_risk', label: '可能不成團', link: paths.adminGroups('at_risk') },
  { name: 'shortfall', label: '短缺', link: paths.adminGroups('shortfall') },
  { name: 'wishes', label: '想要開團', link: paths.adminCampaignWishes() },
  { name: 'leader-accounts', label: '團主帳款', link: paths.adminLeaderAccounts() },
  { name: 'commission', label: '團主分潤', link: paths.adminCommission() },
] as const

/** The lists around campaigns, one press apart. */
export function CampaignTabs({ current }: { current: (typeof tabs)[number]['name'] }) {
  return (
    <Box sx={{ mb: 1.5 }}>
      <ViewTabs label="團購" tabs={tabs} current={current} />
    </Box>
  )
}
