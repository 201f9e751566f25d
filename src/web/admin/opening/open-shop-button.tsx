import type { ButtonProps } from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { adminSettingsApi } from '#contract/admin-settings.ts'
import { call } from '../../api/call.ts'
import { brand, setLook, shopSettings } from '../../api/shop-config.ts'
import { write } from '../../api/write.ts'
import { showToast } from '../../ui/toast-store.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { confirm, type Question } from '../ui/question.tsx'

/** Opens or closes the shop by the setting of that name. */
async function setClosed(isClosed: boolean): Promise<{ message: string }> {
  const { version, values } = (await call(adminSettingsApi.read, {})).settings.shop
  const data = { version, values: { ...values, is_closed: isClosed } }
  const { settings } = await write(adminSettingsApi.updateShop, { data })
  setLook({ shop: { ...shopSettings, ...settings.shop.values }, brand })
  return { message: isClosed ? '已暫停營業' : '已開始營業' }
}

/** Opening is one press; closing, which turns shoppers away, asks first. */
export function OpenShopButton({ isOpen, sx }: { isOpen: boolean; sx: ButtonProps['sx'] }) {
  const open = useMutation({
    mutationFn: () => setClosed(false),
    onSuccess: ({ message }) => showToast({ tone: 'success', text: message }),
    onError: ({ message }) => showToast({ tone: 'failure', text: message }),
  })
  return (
    <ActionButton
      variant={isOpen ? 'text' : 'contained'}
      color={isOpen ? 'inherit' : 'primary'}
      permission="setting.write"
      isLoading={open.isPending}
      onClick={() => (isOpen ? confirm(closing) : open.mutate())}
      {...(sx && { sx })}
    >
      {isOpen ? '暫停營業' : '開始營業'}
    </ActionButton>
  )
}

const closing: Question = {
  title: '暫停營業',
  text: '顧客會看到「準備中」，不能訂購或跟團；已成立的訂單照常付款與出貨。',
  label: '暫停營業',
  run: () => setClosed(true),
}
