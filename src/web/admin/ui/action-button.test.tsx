import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderAdmin } from '../testing/render-admin.tsx'
import { ActionButton } from './action-button.tsx'

afterEach(cleanup)

function Form({ onSend }: { onSend: () => void }) {
  const [isLoading, setLoading] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
        setLoading(true)
      }}
    >
      <input aria-label="名稱" />
      <ActionButton type="submit" isLoading={isLoading}>
        儲存
      </ActionButton>
    </form>
  )
}

test('a button keeps the focus while it works, and a second press does nothing (MEND-20)', async () => {
  const onSend = vi.fn()
  const user = userEvent.setup()
  renderAdmin(<Form onSend={onSend} />)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '儲存' })
  await user.click(button)
  expect(button.disabled).toBe(false)
  expect(button.ariaBusy).toBe('true')
  expect(document.activeElement).toBe(button)
  await user.keyboard('{Enter}')
  await user.type(screen.getByLabelText('名稱'), '{Enter}')
  expect(onSend).toHaveBeenCalledTimes(1)
})

test('a button without permission is one stop that says why, and about which entry (MEND-20)', async () => {
  const onPress = vi.fn()
  const user = userEvent.setup()
  renderAdmin(
    <ActionButton permission="catalog.write" about="茶" onClick={onPress}>
      編輯
    </ActionButton>,
    { role: 'viewer' },
  )
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '編輯' }))
  expect(document.activeElement?.ariaDescription).toBe('茶，無此權限')
  expect(document.activeElement?.ariaDisabled).toBe('true')
  await screen.findByRole('tooltip', { name: '無此權限' })
  await user.keyboard('{Enter}')
  expect(onPress).not.toHaveBeenCalled()
  await user.tab()
  expect(document.activeElement).toBe(document.body)
})
