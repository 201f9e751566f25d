import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { adminFeedApi, type FeedKey } from '#contract/feeds.ts'
import { apiQuery, useApiMutation } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { copyText } from '../../ui/copy-text.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { confirm } from '../ui/question.tsx'
import { RetryAlert } from '../ui/retry-alert.tsx'

/** The addresses by which Google, Facebook and readers of news follow the shop. */
export function FeedsPanel() {
  const read = useQuery(apiQuery(adminFeedApi.read, {}))
  const create = useApiMutation(adminFeedApi.create, { toast: 'failure' })
  const feeds = read.data?.feeds
  if (!feeds) {
    return read.error ? <RetryAlert query={read} /> : <CircularProgress aria-label="載入中" />
  }
  return (
    <>
      <Panel title="商品目錄">
        <Typography sx={{ color: 'text.secondary', mb: 2 }}>
          把網址貼到 Google Merchant Center 或 Facebook
          商務管理工具，它們會定期讀取上架中的商品、價格與庫存。沒有主圖的商品不會列出。
        </Typography>
        {feeds.key ? (
          <KeyOf feedKey={feeds.key} />
        ) : (
          <ActionButton
            permission="setting.write"
            variant="contained"
            isLoading={create.isPending}
            sx={{ minHeight: 44 }}
            onClick={() => create.mutate({})}
          >
            產生網址
          </ActionButton>
        )}
      </Panel>
      <Panel title="公告與團購的 RSS">
        <Typography sx={{ color: 'text.secondary', mb: 2 }}>
          任何人都可以訂閱，內容是公開的公告與團購。
        </Typography>
        <Address label="RSS 網址" value={feeds.articles} />
      </Panel>
    </>
  )
}

function KeyOf({ feedKey }: { feedKey: FeedKey }) {
  const { google, facebook, created_at, created_by, used_at } = feedKey
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Address label="Google Merchant 網址" value={google} />
      <Address label="Facebook 目錄網址" value={facebook} />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {formatTimestamp(created_at)} 由 {created_by} 產生，
        {used_at === undefined ? '尚未被讀取' : `最近讀取：${formatTimestamp(used_at)}`}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <ActionButton
          permission="setting.write"
          variant="outlined"
          color="inherit"
          sx={{ minHeight: 44 }}
          onClick={() =>
            confirm({
              title: '換成新的網址？',
              text: '原來的網址立刻失效，請把新的網址貼到 Google 與 Facebook。',
              label: '換新網址',
              run: async () => {
                await write(adminFeedApi.create, {})
                return { message: '已換成新的網址' }
              },
            })
          }
        >
          換新網址
        </ActionButton>
        <ActionButton
          permission="setting.write"
          variant="outlined"
          color="error"
          sx={{ minHeight: 44 }}
          onClick={() =>
            confirm({
              title: '停用商品目錄？',
              text: '網址立刻失效，Google 與 Facebook 讀不到商品。',
              label: '停用',
              color: 'error',
              run: async () => {
                await write(adminFeedApi.revoke, {})
                return { message: '已停用' }
              },
            })
          }
        >
          停用
        </ActionButton>
      </Box>
    </Box>
  )
}

function Address({ label, value }: { label: string; value: string }) {
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <TextField
        label={label}
        value={value}
        fullWidth
        size="small"
        onFocus={({ target }) => target.select()}
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      <Button
        color="inherit"
        aria-label={`複製 ${label}`}
        sx={{ minHeight: 44 }}
        onClick={() => copyText(value, `已複製 ${label}`)}
      >
        複製
      </Button>
    </Box>
  )
}
