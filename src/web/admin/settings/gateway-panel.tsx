import Alert from '@mui/material/Alert'
import type { readGateway } from '#contract/connections.schema.ts'
import { connectionsApi, publishedMerchantId } from '#contract/connections.ts'
import type { EndpointReply } from '#contract/endpoint.ts'
import { apiQuery } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { FlagFormField, SelectFormField } from '../ui/fields/form-fields.tsx'
import { ConnectionForm, ConnectionPanel } from './connections/connection-form.tsx'
import {
  ChargeQuestion,
  ConnectionNotice,
  EarlierAccounts,
  EcpayAccountFields,
  KeyFormField,
} from './connections/connection-parts.tsx'
import { typedKeys, useConnectionForm } from './connections/use-connection-form.ts'
import type { StoredForm } from './use-stored-form.ts'

type Gateway = EndpointReply<typeof readGateway>['gateway']
interface Form {
  mode: 'demonstration' | 'manual' | 'trial' | 'live'
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
  const connection = useConnectionForm({
    stored: shown(gateway),
    words,
    fieldOf: (field) => (field === 'is_trial' ? 'mode' : (field as keyof Form)),
    questionsAbout: ({ mode }) =>
      mode === 'live' && (gateway.values.is_trial || gateway.values.provider !== 'ecpay')
        ? ['儲存後，顧客的付款會真正收款。']
        : [],
    toData,
    save: (data) => write(connectionsApi.updateGateway, { data }),
    saved: (reply) => shown(reply.gateway),
    test: (data) => write(connectionsApi.testGateway, { data }),
  })
  const { control, watch } = connection.form
  const mode = watch('mode')
  const isAtGateway = mode === 'trial' || mode === 'live'
  return (
    <>
      <ConnectionForm
        label="金流"
        connection={connection}
        isFixed={isFixed}
        notice={
          <ConnectionNotice
            of={gateway}
            unreadable="保存的金鑰無法讀取，暫時無法收款，請重新輸入 HashKey 與 HashIV。"
          />
        }
        remark={
          <EarlierAccounts
            before="先前的特店編號"
            ids={gateway.earlier.map((one) => one.merchant_id)}
            after="仍會處理當時開始的付款與退款。"
          />
        }
        test={!isFixed && isAtGateway && '測試金鑰'}
      >
        <SelectFormField control={control} name="mode" label="收款方式" options={modes} />
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
            <EcpayAccountFields
              control={control}
              label="特店編號（MerchantID）"
              help="綠界後台的「系統開發管理 → 系統介接設定」"
              published={publishedMerchantId}
              keys={gateway.keys}
            />
            <KeyFormField
              control={control}
              name="credit_check_code"
              label="商家檢查碼"
              end={gateway.keys.credit_check_code}
              help="信用卡退款需要；沒有時請至綠界後台退款，再按「已匯款」"
            />
            <FlagFormField
              control={control}
              name="captures_automatically"
              label="綠界後台已開啟「每日自動關帳」"
            />
          </>
        )}
      </ConnectionForm>
      <ChargeQuestion title="開始正式收款？" save={connection.save} />
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
function shown({ version, values }: Gateway): StoredForm<Form> {
  const { provider, is_trial: isTrial, merchant_id, captures_automatically: captures } = values
  return {
    version,
    values: {
      mode: provider !== 'ecpay' ? provider : isTrial ? 'trial' : 'live',
      merchant_id,
      captures_automatically: captures ? 1 : 0,
      ...{ hash_key: '', hash_iv: '', credit_check_code: '' },
    },
  }
}

function toData({ mode, merchant_id, captures_automatically, ...keys }: Form) {
  return {
    values: {
      provider: mode === 'trial' || mode === 'live' ? ('ecpay' as const) : mode,
      is_trial: mode !== 'live',
      merchant_id: merchant_id.trim(),
      captures_automatically: captures_automatically === 1,
    },
    ...typedKeys(keys),
  }
}
