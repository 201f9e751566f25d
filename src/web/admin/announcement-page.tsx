import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { usePageTitle } from '../ui/page-title.ts'
import { RecentOrders } from './recent-orders.tsx'

export function AnnouncementPage() {
  usePageTitle('公告資訊')
  return (
    <Box component="section">
      <Typography variant="h1">公告資訊</Typography>
      <Typography sx={{ mt: 2, color: 'text.secondary' }}>目前沒有新的公告。</Typography>
      <RecentOrders />
    </Box>
  )
}
