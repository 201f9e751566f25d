import Box from '@mui/material/Box'
import type { ButtonProps } from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { adminSettingsApi } from '#contract/admin-settings.ts'
import type { OpeningState } from '#contract/opening.ts'
import { call } from '../../api/call.ts'
import { brand, setLook, shopSettings } from '../../api/shop-config.ts'
import { write } from '../../api/write.ts'
import { showToast } from '../../ui/toast-store.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { confirm, type Question } from '../ui/question.tsx'
import { stepWords, undoneSteps } from './opening-words.ts'

/** Opens or closes the shop by the setting of that name. */
async function setClosed(isClosed: boolean): Promise<{ message: string }> {
  const { version, values } = (await call(adminSettingsApi.read, {})).settings.shop
  const data = { version, values: { ...values, is_closed: isClosed } }
  const { settings } = await write(adminSettingsApi.updateShop, { data })
  setLook({ shop: { ...shopSettings, ...settings.shop.values }, brand })
  return { message: isClosed ? '已暫停營業' : '已開始營業' }
}

/** Opening asks while a step is not done; closing, which turns shoppers away, asks always. */
export function OpenShopButton(props: { state: OpeningState; sx: ButtonProps['sx'] }) {
  const { state, sx } = props
  const isOpen = state.steps.some(({ id, is_done }) => id === 'open' && is_done)
  const undone = undoneSteps(state).filter(({ id }) => id !== 'open')
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
      onClick={() => {
        if (isOpen) confirm(closing)
        else if (undone.length > 0) confirm(openingWithout(undone))
        else open.mutate()
      }}
      {...(sx && { sx })}
    >
      {isOpen ? '暫停營業' : '開始營業'}
    </ActionButton>
  )
}

const openingWithout = (undone: OpeningState['steps']): Question => ({
  title: '還有幾項沒有完成，仍要開始營業？',
  text: (
    <Box component="ul" sx={{ m: 0, pl: 2.5, listStyle: 'disc' }}>
      {undone.map(({ id, detail = stepWords[id].lack }) => (
        <li key={id}>
          {stepWords[id].title}
          {detail && `：${detail}`}
        </li>
      ))}
    </Box>
  ),
  label: '仍要開始營業',
  run: () => setClosed(false),
})

const closing: Question = {
  title: '暫停營業',
  text: '顧客會看到「準備中」，不能訂購或跟團；已成立的訂單照常付款與出貨。',
  label: '暫停營業',
  run: () => setClosed(true),
}
