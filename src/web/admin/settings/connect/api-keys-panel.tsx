import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiKey, apiKeysApi } from '#contract/api-keys.ts'
import { apiQuery } from '../../../api/queries.ts'
import { write } from '../../../api/write.ts'
import { formatDateTime, formatTimeDay } from '../../../ui/dates.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { confirm } from '../../ui/question.tsx'
import { RetryAlert } from '../../ui/retry-alert.tsx'
import { ApiKeyDialog } from './api-key-dialog.tsx'
import { row } from './connect-styles.ts'
import { permissionLabel } from './connect-words.ts'
import { SecretDialog } from './secret-dialog.tsx'

/** The keys of programs that call the shop. */
export function ApiKeysPanel() {
  const read = useQuery(apiQuery(apiKeysApi.list, {}))
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<string>()
  const keys = read.data?.keys
  return (
    <Panel
      title="API 金鑰"
      action={
        <ActionButton
          permission="staff.manage"
          variant="outlined"
          color="inherit"
          onClick={() => setMaking(true)}
          sx={{ minHeight: 44 }}
        >
          建立金鑰
        </ActionButton>
      }
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        讓倉儲、會計等程式讀取與操作商店，只能使用您勾選的項目；管理成員、金鑰與匯出資料一律不行。
      </Typography>
      {keys ? (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </Box>
      ) : read.error ? (
        <RetryAlert query={read} />
      ) : (
        <CircularProgress aria-label="載入中" />
      )}
      {keys?.length === 0 && <Typography sx={{ mt: 1 }}>還沒有金鑰。</Typography>}
      {isMaking && (
        <ApiKeyDialog
          onMade={(key) => {
            setMaking(false)
            setMade(key)
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {made !== undefined && (
        <SecretDialog
          title="已建立 API 金鑰"
          label="金鑰"
          secret={made}
          onClose={() => setMade(undefined)}
        />
      )}
    </Panel>
  )
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { id, name, prefix, permissions, ends, last_used: lastUsed } = apiKey
  const isOver = ends !== undefined && ends * 1_000 <= Date.now()
  const facts = [
    `${prefix}…`,
    `${apiKey.created_by} 於 ${formatTimeDay(apiKey.create_at)} 建立`,
    lastUsed === undefined ? '還沒有使用過' : `最後使用 ${formatDateTime(lastUsed)}`,
    ends === undefined ? '不會到期' : `${formatTimeDay(ends)} 到期`,
  ]
  return (
    <Box component="li" sx={row}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
          {isOver && <Chip size="small" color="error" label="已到期" />}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {facts.join('．')}
        </Typography>
        <Typography variant="body2">{permissions.map(permissionLabel).join('、')}</Typography>
      </Box>
      <ActionButton
        permission="staff.manage"
        about={name}
        color="error"
        onClick={() =>
          confirm({
            title: `撤銷金鑰「${name}」？`,
            text: '使用這個金鑰的程式會立即無法連線，撤銷後不能復原。',
            label: '撤銷金鑰',
            color: 'error',
            run: () => write(apiKeysApi.revoke, { params: { id } }),
          })
        }
        sx={{ minHeight: 44 }}
      >
        撤銷
      </ActionButton>
    </Box>
  )
}
