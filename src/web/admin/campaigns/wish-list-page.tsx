import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { adminCampaignWishApi, type WishedProduct } from '#contract/campaign-wishes.ts'
import { paths } from '../../paths.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import { CampaignTabs } from './campaign-tabs.tsx'

type Wish = WishedProduct & { id: string }

/** Leads to a new campaign of the product. */
function OpenLink({ id, title }: Wish) {
  return (
    <Link
      component={RouterLink}
      to={paths.adminNewCampaign(id)}
      color="inherit"
      aria-label={`開團 ${title}`}
    >
      開團
    </Link>
  )
}

const wishList = defineList({
  title: '想要開團',
  path: paths.adminCampaignWishes(),
  endpoint: adminCampaignWishApi.list,
  rowsOf: ({ wishes }): Wish[] => wishes.map((wish) => ({ ...wish, id: wish.product_id })),
  columns: [
    { label: '商品', width: 200, grows: true, render: ({ title }) => title },
    { label: '想要的會員', width: 120, align: 'right', render: ({ members }) => `${members} 人` },
    { label: '最近一次', width: 150, render: ({ wished_at }) => formatDateTime(wished_at) },
    { label: '開團', width: 90, render: (wish) => <OpenLink {...wish} /> },
  ],
  labelOf: ({ title }) => title,
  card: (wish) => (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{wish.title}</Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        {wish.members} 人想要，最近一次 {formatDateTime(wish.wished_at)}
      </Box>
      <OpenLink {...wish} />
    </Box>
  ),
  emptyText: () => '還沒有會員登記；會員在商品頁與結束的團購頁登記',
})

/** The products that members ask a group buy for. */
export function AdminCampaignWishPage() {
  return (
    <>
      <CampaignTabs current="wishes" />
      <ListPage list={wishList} />
    </>
  )
}
