import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router'
import { adminImportApi } from '#contract/imports.ts'
import { apiQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'

const busyMs = 3_000

/** How far the pictures of an import from another shop are, and which could not be had. */
export function ImportedPictures({ runId }: { runId: string }) {
  const { data } = useQuery({
    ...apiQuery(adminImportApi.pictures, { params: { id: runId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? busyMs : false),
  })
  if (!data || data.done + data.waiting + data.failed === 0) return null
  const { done, waiting, failed, failures } = data
  const parts = [
    `已抓取 ${done} 張`,
    waiting > 0 && `等待中 ${waiting} 張`,
    failed > 0 && `無法抓取 ${failed} 張`,
  ]
  return (
    <Alert severity={failed > 0 ? 'warning' : 'info'} sx={{ mb: 2 }} role="status">
      商品圖片：{parts.filter(Boolean).join('，')}
      {failures.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 1, pl: 3, overflowWrap: 'anywhere' }}>
          {failures.map(({ product_id, address, reason }) => (
            <li key={`${product_id} ${address}`}>
              <Link component={RouterLink} to={paths.adminProduct(product_id)} color="inherit">
                {address}
              </Link>
              ：{reason}
            </li>
          ))}
        </Box>
      )}
    </Alert>
  )
}
