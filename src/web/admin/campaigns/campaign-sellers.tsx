import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Pagination from '@mui/material/Pagination'
import Skeleton from '@mui/material/Skeleton'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { type AdminSeller, adminSellerApi } from '#contract/campaign-sellers.ts'
import type { AdminCampaign } from '#contract/campaigns.ts'
import type { EndpointReply } from '#contract/endpoint.ts'
import { apiQuery } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { paths } from '../../paths.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Amount } from '../ui/amount.tsx'
import { Panel } from '../ui/panel.tsx'
import { confirm, type Question } from '../ui/question.tsx'
import { Figures } from './leader-account-figures.tsx'

/** The members who sell a campaign, what each has sold, and whose part of the goods is how much. */
export function CampaignSellers({ campaign }: { campaign: AdminCampaign }) {
  const [page, setPage] = useState(1)
  const input = { params: { id: campaign.id }, query: { page: String(page) } }
  const query = useQuery({
    ...apiQuery(adminSellerApi.list, input),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const { sellers, parts, pagination } = query.data ?? {}
  return (
    <Panel
      title="幫賣"
      action={
        <Link component={RouterLink} to={paths.adminCommission()} color="inherit">
          登記支付
        </Link>
      }
    >
      {query.error && <Alert severity="error">{query.error.message}</Alert>}
      {query.isPending && <Skeleton variant="rounded" height={96} />}
      {sellers?.length === 0 && (
        <Box sx={{ color: 'text.secondary' }}>
          還沒有會員取得連結。會員在團購頁按「取得幫賣連結」就可以開始分享。
        </Box>
      )}
      {sellers && sellers.length > 0 && (
        <Box component="ul" aria-label="幫賣的會員" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {sellers.map((seller) => (
            <Seller key={seller.id} seller={seller} />
          ))}
        </Box>
      )}
      {pagination && pagination.total_pages > 1 && (
        <Pagination
          count={pagination.total_pages}
          page={page}
          onChange={(_, next) => setPage(next)}
          sx={{ mt: 1 }}
        />
      )}
      {parts && parts.goods > 0 && <Parts parts={parts} />}
    </Panel>
  )
}

function Seller({ seller }: { seller: AdminSeller }) {
  const { name, code, places, units, goods, earned, since, ended_at } = seller
  const hasEnded = ended_at !== undefined
  return (
    <Box component="li" sx={row}>
      <Box sx={{ minWidth: 0, flex: '1 1 180px', overflowWrap: 'anywhere' }}>
        {name}
        {hasEnded && '（已結束）'}
        <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
          {formatDateTime(since)} 起・連結代碼 {code}
        </Box>
      </Box>
      <Box
        sx={{
          flex: { xs: '1 1 160px', sm: '0 1 auto' },
          textAlign: { sm: 'right' },
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {places} 位，{units} 份・商品 <Amount value={goods} />
        <Box sx={{ fontWeight: 600 }}>
          分潤 <Amount value={earned} />
        </Box>
      </Box>
      <ActionButton
        about={name}
        permission="campaign.write"
        color={hasEnded ? 'inherit' : 'error'}
        onClick={() => confirm(question(seller))}
      >
        {hasEnded ? '恢復' : '結束幫賣'}
      </ActionButton>
    </Box>
  )
}

type PartsOfGoods = EndpointReply<NonNullable<typeof adminSellerApi.list.schema>>['parts']

function Parts({ parts }: { parts: PartsOfGoods }) {
  const figures = [
    { label: '已完成訂單的商品', value: parts.goods },
    { label: '幫賣分潤', value: parts.sellers },
    ...(parts.leader > 0 ? [{ label: '團主分潤', value: parts.leader }] : []),
    { label: '店家', value: parts.shop },
  ]
  return (
    <Box sx={{ pt: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Figures label="商品金額的分配" figures={figures} />
    </Box>
  )
}

function question({ id, name, ended_at }: AdminSeller): Question {
  const isEnded = ended_at === undefined
  const run = () => write(adminSellerApi.set, { params: { id }, data: { is_ended: isEnded } })
  if (!isEnded) {
    const text = `${name}的連結重新計入之後的跟團。`
    return { title: '恢復幫賣', text, label: '恢復', run }
  }
  const text = `之後從${name}的連結跟團不再計入，會員也會看到；已經跟團的仍會計算分潤。`
  return { title: '結束幫賣', text, label: '結束幫賣', color: 'error', run }
}

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
} as const
