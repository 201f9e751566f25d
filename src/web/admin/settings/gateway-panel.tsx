import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { readGateway } from '#contract/connections.schema.ts'
import { connectionsApi, publishedMerchantId } from '#contract/connections.ts'
import type { EndpointReply } from '#contract/endpoint.ts'
import { apiQuery, useApiMutation } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FlagFormField, SelectFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import { ConnectionForm, ConnectionPanel, useTrial } from './connection-form.tsx'
import { pair } from './field-styles.ts'
import { useUnsavedForm } from './unsaved-forms.tsx'
import { useStoredForm } from './use-stored-form.ts'

type Gateway = EndpointReply<typeof readGateway>['gateway']
type Mode = 'demonstration' | 'manual' | 'trial' | 'live'
interface Form {
  mode: Mode
  merchant_id: string
  captures_automatically: 0 | 1
  hash_key: string
  hash_iv: string
  credit_check_code: string
}

const modes = [
  { value: 'demonstration', label: '展示付款（不收款，付款一律成功）' },
  { value: 'manual', label: '不使用金流（顧客匯款，由您確認收款）' },
  { value: 'trial', label: '綠界測試環境（不收款）' },
  { value: 'live', label: '綠界正式收款' },
]

/** The taker of payments; the panel of the methods stands below it. */
export function GatewayPanel() {
  return (
    <ConnectionPanel title="金流" query={apiQuery(connectionsApi.readGateway, {})}>
      {({ gateway }) => <GatewayForm gateway={gateway} />}
    </ConnectionPanel>
  )
}

function GatewayForm({ gateway }: { gateway: Gateway }) {
  const isFixed = gateway.fixed.length > 0
  const { form, version, takeSaved } = useStoredForm<Form>(shown(gateway))
  const { trial, clear, callbacks } = useTrial()
  const save = useSaveEntry({
    form,
    words,
    fieldOf: (field) => (field === 'is_trial' ? 'mode' : (field as keyof Form)),
    questionsAbout: ({ mode }) =>
      mode === 'live' && (gateway.values.is_trial || gateway.values.provider !== 'ecpay')
        ? ['儲存後，顧客的付款會真正收款。']
        : [],
    save: (typed) => write(connectionsApi.updateGateway, { data: { version, ...toData(typed) } }),
    onSaved: (reply, sent) => {
      clear()
      takeSaved(sent, shown(reply.gateway))
    },
  })
  useUnsavedForm(save.isDirty)
  const test = useApiMutation(connectionsApi.testGateway, callbacks)
  const [mode, merchantId] = form.watch(['mode', 'merchant_id'])
  const isAtGateway = mode === 'trial' || mode === 'live'
  const isPublished = mode === 'trial' && merchantId.trim() === publishedMerchantId
  const helpOf = (end: string | null, other: string) =>
    end === null ? other : `已設定，末四碼 ${end}；留空表示不變`
  const keyHelp = isPublished ? '使用綠界公開的測試金鑰時留空' : '加密保存，不會再顯示'
  return (
    <>
      <ConnectionForm
        label="金流"
        isFixed={isFixed}
        notice={<Notice gateway={gateway} />}
        remark={
          gateway.earlier.length > 0 && (
            <Alert severity="info" sx={{ mt: 2 }}>
              先前的特店編號{' '}
              {[...new Set(gateway.earlier.map((one) => one.merchant_id))].join('、')}{' '}
              仍會處理當時開始的付款與退款。
            </Alert>
          )
        }
        trial={trial}
        test={
          isFixed || !isAtGateway
            ? null
            : {
                label: '測試金鑰',
                isLoading: test.isPending,
                run: () => test.mutate({ data: toData(form.getValues()) }),
              }
        }
        save={save}
      >
        <SelectFormField control={form.control} name="mode" label="收款方式" options={modes} />
        {mode === 'manual' && (
          <Alert severity="info">
            顧客匯入下方填寫的匯款帳號；收到後，在訂單的「編輯」把「付款狀態」改成已付款。
          </Alert>
        )}
        {isAtGateway && (
          <>
            {!gateway.is_reachable && (
              <Alert severity="warning">
                商店沒有 https 的公開網址，綠界無法通知付款結果；付款後請到「對帳」按「立即查詢」。
              </Alert>
            )}
            <TextFormField
              control={form.control}
              name="merchant_id"
              label="特店編號（MerchantID）"
              help={
                mode === 'trial'
                  ? `綠界公開的測試帳號是 ${publishedMerchantId}`
                  : '綠界後台的「系統開發管理 → 系統介接設定」'
              }
            />
            <Box sx={pair}>
              <TextFormField
                control={form.control}
                name="hash_key"
                label="HashKey"
                type="password"
                help={helpOf(gateway.keys.hash_key, keyHelp)}
              />
              <TextFormField
                control={form.control}
                name="hash_iv"
                label="HashIV"
                type="password"
                help={helpOf(gateway.keys.hash_iv, keyHelp)}
              />
            </Box>
            <TextFormField
              control={form.control}
              name="credit_check_code"
              label="商家檢查碼"
              type="password"
              help={helpOf(
                gateway.keys.credit_check_code,
                '信用卡退款需要；沒有時請至綠界後台退款，再按「已匯款」',
              )}
            />
            <FlagFormField
              control={form.control}
              name="captures_automatically"
              label="綠界後台已開啟「每日自動關帳」"
            />
          </>
        )}
      </ConnectionForm>
      {save.questions.length > 0 && (
        <ConfirmDialog
          title="開始正式收款？"
          confirmLabel="開始收款"
          cancelLabel="返回修改"
          onConfirm={save.confirm}
          onCancel={save.cancel}
        >
          {save.questions.join('')}
        </ConfirmDialog>
      )}
    </>
  )
}

function Notice({ gateway }: { gateway: Gateway }) {
  return (
    <>
      {gateway.fixed.length > 0 && (
        <Alert severity="info" sx={{ mb: 2 }}>
          由主機的環境變數 PAYMENTS 設定，無法在這裡變更。
        </Alert>
      )}
      {gateway.is_unreadable && (
        <Alert severity="error" sx={{ mb: 2 }}>
          保存的金鑰無法讀取，暫時無法收款，請重新輸入 HashKey 與 HashIV。
        </Alert>
      )}
    </>
  )
}

const words = {
  is_trial: { label: '收款方式', saysItself: true },
  merchant_id: { label: '特店編號', saysItself: true },
  hash_key: { label: 'HashKey', saysItself: true },
  hash_iv: { label: 'HashIV', saysItself: true },
  credit_check_code: { label: '商家檢查碼' },
}

/** No reply has a key: their fields are empty until somebody types new ones. */
function shown({ version, values }: Gateway) {
  const { provider, is_trial: isTrial } = values
  const mode: Mode = provider !== 'ecpay' ? provider : isTrial ? 'trial' : 'live'
  const captures: 0 | 1 = values.captures_automatically ? 1 : 0
  const keys = { hash_key: '', hash_iv: '', credit_check_code: '' }
  return {
    version,
    values: { mode, merchant_id: values.merchant_id, captures_automatically: captures, ...keys },
  }
}

function toData({ mode, merchant_id, captures_automatically, ...typed }: Form) {
  const keys = Object.entries(typed).filter(([, key]) => key.trim() !== '')
  return {
    values: {
      provider: mode === 'trial' || mode === 'live' ? ('ecpay' as const) : mode,
      is_trial: mode !== 'live',
      merchant_id: merchant_id.trim(),
      captures_automatically: captures_automatically === 1,
    },
    ...Object.fromEntries(keys.map(([name, key]) => [name, key.trim()])),
  }
}
