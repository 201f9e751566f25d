import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast } from '../../ui/toast-store.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { StaffFormDialog } from './staff-form-dialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
})

function open(uid: string) {
  const entry = {
    ...{ id: uid, uid, username: 'person@example.com', name: '陳小美' },
    ...{ role: 'owner' as const, is_disabled: false, has_totp: true },
  }
  const controls = { onSaved: vi.fn(), onDeleted: vi.fn(), onReload: vi.fn() }
  renderAdmin(<StaffFormDialog entry={entry} {...controls} onClose={vi.fn()} onOpen={vi.fn()} />)
  return controls
}

test('the second factor of a colleague can be turned off, the own one cannot (TOTP-10)', () => {
  open('colleague')
  expect(screen.getByRole('button', { name: '停用兩步驟驗證' })).toBeDefined()
  cleanup()
  // As whom `renderAdmin` signs in.
  open('owner')
  expect(screen.queryByRole('button', { name: '停用兩步驟驗證' })).toBeNull()
})

test('an emptied name is asked for, not left as it was', async () => {
  const network = new HeldNetwork()
  const { onSaved } = open('colleague')
  fireEvent.change(screen.getByLabelText('姓名'), { target: { value: '' } })
  fireEvent.click(screen.getByText('儲存'))
  const { body, answer } = await network.request(0)
  expect(body).toEqual({ data: { name: '' } })
  const fields = { name: ' name 長度不正確' }
  answer({ success: false, code: 'INVALID_INPUT', message: [fields.name], fields }, 400)
  await screen.findByText('請輸入姓名', { selector: 'p' })
  expect(onSaved).not.toHaveBeenCalled()
})
