import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'

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
    <Box
      component="nav"
      aria-label="團購"
      sx={{
        display: 'flex',
        flexShrink: 0,
        flexWrap: 'wrap',
        gap: 0.5,
        borderBottom: 1,
        borderColor: 'divider',
        mb: 1.5,
      }}
    >
      {tabs.map(({ name, label, link }) => {
        const isCurrent = name === current
        return (
          <Button
            key={name}
            component={Link}
            to={link}
            color="inherit"
            aria-current={isCurrent ? 'page' : undefined}
            sx={{
              minHeight: 44,
              flexShrink: 0,
              borderRadius: 0,
              borderBottom: 2,
              borderColor: isCurrent ? 'primary.main' : 'transparent',
              fontWeight: isCurrent ? 600 : 400,
            }}
          >
            {label}
          </Button>
        )
      })}
    </Box>
  )
}
