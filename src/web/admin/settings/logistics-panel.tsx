import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { readLogistics } from '#contract/connections.schema.ts'
import { connectionsApi, publishedLogistics } from '#contract/connections.ts'
import type { EndpointReply } from '#contract/endpoint.ts'
import { storeChainLabels } from '#contract/shipping-kinds.ts'
import type { LogisticsContract } from '#contract/stores.ts'
import { apiQuery } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { SelectFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { ConnectionForm, ConnectionPanel } from './connections/connection-form.tsx'
import {
  ConnectionNotice,
  EarlierAccounts,
  EcpayAccountFields,
} from './connections/connection-parts.tsx'
import { typedKeys, useConnectionForm } from './connections/use-connection-form.ts'
import { pair } from './field-styles.ts'
import type { StoredForm } from './use-stored-form.ts'

type Logistics = EndpointReply<typeof readLogistics>['logistics']
interface Form {
  mode: 'none' | 'trial' | 'live'
  merchant_id: string
  contract: LogisticsContract
  sender_name: string
  sender_phone: string
  hash_key: string
  hash_iv: string
}

const modes = [
  { value: 'none', label: '不使用' },
  { value: 'trial', label: '綠界測試環境（不會真的寄件）' },
  { value: 'live', label: '綠界正式寄件' },
]
const contracts = [
  { value: 'C2C', label: '店到店（C2C）：在任一門市寄件' },
  { value: 'B2C', label: '大宗寄倉（B2C）：送到物流中心' },
]

/** The account that brings parcels to convenience stores, and who is on their labels. */
export function LogisticsPanel() {
  return (
    <ConnectionPanel title="超商物流" query={apiQuery(connectionsApi.readLogistics, {})}>
      {({ logistics }) => <LogisticsForm logistics={logistics} />}
    </ConnectionPanel>
  )
}

function LogisticsForm({ logistics }: { logistics: Logistics }) {
  const isFixed = logistics.fixed.length > 0
  const connection = useConnectionForm({
    stored: shown(logistics),
    words,
    fieldOf: (field) => (field === 'is_trial' ? 'mode' : (field as keyof Form)),
    toData,
    save: (data) => write(connectionsApi.updateLogistics, { data }),
    saved: (reply) => shown(reply.logistics),
    test: (data) => write(connectionsApi.testLogistics, { data }),
  })
  const { control, watch } = connection.form
  const [mode, contract] = watch(['mode', 'contract'])
  return (
    <ConnectionForm
      label="超商物流"
      connection={connection}
      isFixed={false}
      notice={
        <ConnectionNotice
          of={logistics}
          fixed={`帳號由主機的環境變數設定（特店編號 ${logistics.values.merchant_id}），這裡只設定標籤上的寄件人。`}
          unreadable="保存的金鑰無法讀取，暫時無法建立寄件單，請重新輸入 HashKey 與 HashIV。"
        />
      }
      remark={<Remark logistics={logistics} />}
      test={!isFixed && mode !== 'none' && '測試金鑰'}
    >
      {!isFixed && (
        <SelectFormField control={control} name="mode" label="超商取貨" options={modes} />
      )}
      {mode !== 'none' && (
        <>
          {!isFixed && (
            <>
              {!logistics.is_reachable && (
                <Alert severity="warning">
                  商店沒有 https 的公開網址，綠界無法通知包裹狀態；系統會每天查詢還沒有動靜的包裹。
                </Alert>
              )}
              <SelectFormField
                control={control}
                name="contract"
                label="合約類型"
                options={contracts}
              />
              <EcpayAccountFields
                control={control}
                label="物流特店編號（MerchantID）"
                help="綠界後台的「系統開發管理 → 系統介接設定」；可能與金流不同"
                published={publishedLogistics[contract]}
                keys={logistics.keys}
              />
            </>
          )}
          <Box sx={pair}>
            <TextFormField
              control={control}
              name="sender_name"
              label="寄件人姓名"
              help="真實姓名，不是公司名稱；退回的包裹要憑這個人的證件領取"
            />
            <TextFormField
              control={control}
              name="sender_phone"
              label="寄件人手機"
              help="09 開頭，共 10 碼"
            />
          </Box>
        </>
      )}
    </ConnectionForm>
  )
}

function Remark({ logistics }: { logistics: Logistics }) {
  const { earlier, stores, values } = logistics
  return (
    <>
      {values.provider !== 'none' && <StoreLists stores={stores} />}
      <EarlierAccounts
        before="先前的特店編號"
        ids={earlier.map((one) => one.merchant_id)}
        after="仍會處理當時建立的寄件單。"
      />
    </>
  )
}

/** The stores that shoppers choose from, and why a list is not of today. */
function StoreLists({ stores }: Pick<Logistics, 'stores'>) {
  const faults = stores.filter(({ fault }) => fault !== undefined)
  return (
    <Box sx={{ mt: 2, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
      <Typography component="h3" variant="h3" sx={{ mb: 0.5, color: 'text.primary' }}>
        門市清單
      </Typography>
      {stores.length === 0 && '儲存後幾分鐘內會取得，之後每天更新。'}
      {stores.map(({ chain, count, renewed_at: at }) => (
        <Box key={chain}>
          {storeChainLabels[chain]} {count.toLocaleString('zh-TW')} 間
          {at !== undefined && `・${formatTimestamp(at)} 更新`}
        </Box>
      ))}
      {faults.map(({ chain, fault }) => (
        <Alert key={chain} severity="warning" sx={{ mt: 1 }}>
          {storeChainLabels[chain]}的清單沒有更新：{fault}
        </Alert>
      ))}
    </Box>
  )
}

const words = {
  is_trial: { label: '超商取貨', saysItself: true },
  merchant_id: { label: '物流特店編號', saysItself: true },
  hash_key: { label: 'HashKey', saysItself: true },
  hash_iv: { label: 'HashIV', saysItself: true },
  sender_name: { label: '寄件人姓名', saysItself: true },
  sender_phone: { label: '寄件人手機', saysItself: true },
}

/** No reply has a key: their fields are empty until somebody types new ones. */
function shown({ version, values }: Logistics): StoredForm<Form> {
  const { provider, is_trial: isTrial, ...others } = values
  const mode = provider === 'none' ? 'none' : isTrial ? 'trial' : 'live'
  return { version, values: { ...others, mode, hash_key: '', hash_iv: '' } }
}

function toData({ mode, hash_key, hash_iv, ...typed }: Form) {
  return {
    values: {
      ...typed,
      merchant_id: typed.merchant_id.trim(),
      provider: mode === 'none' ? ('none' as const) : ('ecpay' as const),
      is_trial: mode !== 'live',
    },
    ...typedKeys({ hash_key, hash_iv }),
  }
}
