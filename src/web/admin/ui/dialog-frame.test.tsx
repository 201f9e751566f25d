import { cleanup, screen } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderAdmin } from '../testing/render-admin.tsx'
import { DialogFrame } from './dialog-frame.tsx'

afterEach(cleanup)

const name = <input aria-label="名稱" />

const closing = [
  ['Escape', (user: UserEvent) => user.keyboard('{Escape}')],
  ['the X', (user: UserEvent) => user.click(screen.getByRole('button', { name: '關閉視窗' }))],
] as const

test.each(closing)(
  '%s closes a dialog that only shows, whatever was chosen in it (MEND-20)',
  async (_, close) => {
    const user = userEvent.setup()
    const onClose = vi.fn()
    renderAdmin(
      <DialogFrame title="預覽" maxWidth="sm" onClose={onClose}>
        {name}
      </DialogFrame>,
    )
    await user.type(screen.getByLabelText('名稱'), '茶')
    await close(user)
    expect(onClose).toHaveBeenCalledTimes(1)
  },
)

test.each(closing)(
  '%s asks where something was typed, and closes where nothing was (MEND-20)',
  async (_, close) => {
    const user = userEvent.setup()
    const onClose = vi.fn()
    renderAdmin(
      <DialogFrame title="改名" maxWidth="sm" onClose={onClose} onSubmit={() => undefined}>
        {name}
      </DialogFrame>,
    )
    await user.click(screen.getByLabelText('名稱'))
    await close(user)
    expect(onClose).toHaveBeenCalledTimes(1)
    await user.type(screen.getByLabelText('名稱'), '茶')
    await close(user)
    await screen.findByRole('alertdialog', { name: '尚有未儲存的變更' })
    expect(onClose).toHaveBeenCalledTimes(1)
    await user.keyboard('{Escape}')
    await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByLabelText<HTMLInputElement>('名稱').value).toBe('茶')
  },
)

test('Escape leaves a dialog alone that only 關閉 and the X close (APRODUCT-38)', async () => {
  const user = userEvent.setup()
  const onClose = vi.fn()
  renderAdmin(
    <DialogFrame title="編輯" maxWidth="sm" escape="ignore" onClose={onClose}>
      {name}
    </DialogFrame>,
  )
  await user.click(screen.getByLabelText('名稱'))
  await user.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: '關閉視窗' }))
  expect(onClose).toHaveBeenCalledTimes(1)
})
