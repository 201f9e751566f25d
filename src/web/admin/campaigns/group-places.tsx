import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Pagination from '@mui/material/Pagination'
import Skeleton from '@mui/material/Skeleton'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { adminGroupApi } from '#contract/admin-campaigns.ts'
import type { AdminParticipation } from '#contract/campaigns.ts'
import { apiQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { placeStateText } from '../../shared/place-state-text.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { Amount } from '../ui/amount.tsx'

/** Places of a group in the order of joining. */
export function GroupPlaces({ groupId }: { groupId: string }) {
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...apiQuery(adminGroupApi.participations, {
      params: { id: groupId },
      query: { page: String(page) },
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  if (query.error) return <Alert severity="error">{query.error.message}</Alert>
  if (!query.data) return <Skeleton variant="rounded" height={96} />
  const { participations, pagination } = query.data
  if (participations.length === 0) {
    return <Box sx={{ color: 'text.secondary', py: 1 }}>還沒有人跟團。</Box>
  }
  return (
    <>
      <Box component="ul" aria-label="跟團名單" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {participations.map((place) => (
          <Place key={place.id} place={place} />
        ))}
      </Box>
      {pagination.total_pages > 1 && (
        <Pagination
          count={pagination.total_pages}
          page={page}
          onChange={(_, next) => setPage(next)}
          sx={{ mt: 1 }}
        />
      )}
    </>
  )
}

function Place({ place }: { place: AdminParticipation }) {
  const { user, lines, order_id, order_number, is_leader } = place
  return (
    <Box component="li" sx={row}>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {user.name}
        {is_leader && '（團主）'}
        <Box>{lines.map(({ title, qty }) => `${title}\u00a0×\u00a0${qty}`).join('、')}</Box>
        <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
          {user.tel}・{user.email}
        </Box>
        {place.seller && (
          <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
            由 {place.seller.name} 幫賣
          </Box>
        )}
        <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
          {formatDateTime(place.joined_at)} 跟團・訂單{' '}
          <Link
            component={RouterLink}
            to={paths.adminOrder(order_id)}
            color="inherit"
            sx={{ whiteSpace: 'nowrap' }}
          >
            {order_number}
          </Link>
        </Box>
      </Box>
      <Box sx={{ textAlign: 'right' }}>
        {placeStateText(place)}
        <Box sx={{ fontSize: '0.875rem' }}>
          {place.final_total === undefined && '最高 '}
          <Amount value={place.final_total ?? place.quoted_total} />
        </Box>
        {place.pay_by !== undefined && (
          <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
            {formatDateTime(place.pay_by)} 前
          </Box>
        )}
      </Box>
    </Box>
  )
}

const row = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) max-content',
  gap: 1.5,
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
} as const
