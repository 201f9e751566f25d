import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { shopTerms } from '../../api/shop-config.ts'
import { usePageTitle } from '../../ui/page-head.ts'
import { useMay } from '../admin-context.ts'
import { OpeningSummary } from '../opening/opening-summary.tsx'
import { RecentOrders } from '../recent-orders.tsx'
import { Announcements } from './announcements.tsx'
import { CreditPanel } from './credit-panel.tsx'
import { SalesSection } from './sales-section.tsx'
import { Worklist } from './worklist.tsx'

export function DashboardPage() {
  const may = useMay()
  usePageTitle('今日總覽')
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4, maxWidth: 1200 }}>
      <Typography variant="h1">今日總覽</Typography>
      {may('setting.read') && <OpeningSummary />}
      <Worklist />
      {may('report.read') && <SalesSection />}
      {may('report.read') && shopTerms?.credit && <CreditPanel />}
      <Announcements />
      {may('report.read') && <RecentOrders />}
    </Box>
  )
}
