import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { readLogistics } from '#contract/connections.schema.ts'
import { connectionsApi, publishedLogistics } from '#contract/connections.ts'
import type { EndpointReply } from '#contract/endpoint.ts'
import { storeChainLabels } from '#contract/shipping-kinds.ts'
import type { LogisticsContract } from '#contract/stores.ts'
import { apiQuery, useApiMutation } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { SelectFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import { ConnectionForm, ConnectionPanel, useTrial } from './connection-form.tsx'
import { pair } from './field-styles.ts'
import { useUnsavedForm } from './unsaved-forms.tsx'
import { useStoredForm } from './use-stored-form.ts'

type Logistics = EndpointReply<typeof readLogistics>['logistics']
type Mode = 'none' | 'trial' | 'live'
interface Form {
  mode: Mode
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
  const { form, version, takeSaved } = useStoredForm<Form>(shown(logistics))
  const { trial, clear, callbacks } = useTrial()
  const save = useSaveEntry({
    form,
    words,
    fieldOf: (field) => (field === 'is_trial' ? 'mode' : (field as keyof Form)),
    save: (typed) => write(connectionsApi.updateLogistics, { data: { version, ...toData(typed) } }),
    onSaved: (reply, sent) => {
      clear()
      takeSaved(sent, shown(reply.logistics))
    },
  })
  useUnsavedForm(save.isDirty)
  const test = useApiMutation(connectionsApi.testLogistics, callbacks)
  const [mode, contract, merchantId] = form.watch(['mode', 'contract', 'merchant_id'])
  const isPublished = mode === 'trial' && merchantId.trim() === publishedLogistics[contract]
  const keyHelp = isPublished ? '使用綠界公開的測試金鑰時留空' : '加密保存，不會再顯示'
  const helpOf = (end: string | null) =>
    end === null ? keyHelp : `已設定，末四碼 ${end}；留空表示不變`
  return (
    <ConnectionForm
      label="超商物流"
      isFixed={false}
      notice={<Notice logistics={logistics} />}
      remark={<Remark logistics={logistics} />}
      trial={trial}
      test={
        isFixed || mode === 'none'
          ? null
          : {
              label: '測試金鑰',
              isLoading: test.isPending,
              run: () => test.mutate({ data: toData(form.getValues()) }),
            }
      }
      save={save}
    >
      {!isFixed && (
        <SelectFormField control={form.control} name="mode" label="超商取貨" options={modes} />
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
                control={form.control}
                name="contract"
                label="合約類型"
                options={contracts}
              />
              <TextFormField
                control={form.control}
                name="merchant_id"
                label="物流特店編號（MerchantID）"
                help={
                  mode === 'trial'
                    ? `綠界公開的測試帳號是 ${publishedLogistics[contract]}`
                    : '綠界後台的「系統開發管理 → 系統介接設定」；可能與金流不同'
                }
              />
              <Box sx={pair}>
                <TextFormField
                  control={form.control}
                  name="hash_key"
                  label="HashKey"
                  type="password"
                  help={helpOf(logistics.keys.hash_key)}
                />
                <TextFormField
                  control={form.control}
                  name="hash_iv"
                  label="HashIV"
                  type="password"
                  help={helpOf(logistics.keys.hash_iv)}
                />
              </Box>
            </>
          )}
          <Box sx={pair}>
            <TextFormField
              control={form.control}
              name="sender_name"
              label="寄件人姓名"
              help="真實姓名，不是公司名稱；退回的包裹要憑這個人的證件領取"
            />
            <TextFormField
              control={form.control}
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

function Notice({ logistics }: { logistics: Logistics }) {
  return (
    <>
      {logistics.fixed.length > 0 && (
        <Alert severity="info" sx={{ mb: 2 }}>
          帳號由主機的環境變數設定（特店編號 {logistics.values.merchant_id}
          ），這裡只設定標籤上的寄件人。
        </Alert>
      )}
      {logistics.is_unreadable && (
        <Alert severity="error" sx={{ mb: 2 }}>
          保存的金鑰無法讀取，暫時無法建立寄件單，請重新輸入 HashKey 與 HashIV。
        </Alert>
      )}
    </>
  )
}

function Remark({ logistics }: { logistics: Logistics }) {
  const { earlier, stores, values } = logistics
  return (
    <>
      {values.provider !== 'none' && <StoreLists stores={stores} />}
      {earlier.length > 0 && (
        <Alert severity="info" sx={{ mt: 2 }}>
          先前的特店編號 {[...new Set(earlier.map((one) => one.merchant_id))].join('、')}{' '}
          仍會處理當時建立的寄件單。
        </Alert>
      )}
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
function shown({ version, values }: Logistics) {
  const { provider, is_trial: isTrial, ...others } = values
  const mode: Mode = provider === 'none' ? 'none' : isTrial ? 'trial' : 'live'
  return { version, values: { ...others, mode, hash_key: '', hash_iv: '' } }
}

function toData({ mode, hash_key, hash_iv, ...typed }: Form) {
  const keys = Object.entries({ hash_key, hash_iv }).filter(([, key]) => key.trim() !== '')
  return {
    values: {
      ...typed,
      merchant_id: typed.merchant_id.trim(),
      provider: mode === 'none' ? ('none' as const) : ('ecpay' as const),
      is_trial: mode !== 'live',
    },
    ...Object.fromEntries(keys.map(([name, key]) => [name, key.trim()])),
  }
}
