import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderAdmin } from '../testing/render-admin.tsx'
import { StaffFormDialog } from './staff-form-dialog.tsx'

afterEach(cleanup)

const ignored = () => {}
const controls = { onSaved: ignored, onClose: ignored, onDeleted: ignored, onReload: ignored }

function open(uid: string): void {
  const entry = {
    ...{ id: uid, uid, username: 'person@example.com', name: '陳小美' },
    ...{ role: 'owner' as const, is_disabled: false, has_totp: true },
  }
  renderAdmin(<StaffFormDialog {...controls} entry={entry} onOpen={ignored} />)
}

test('the second factor of a colleague can be turned off, the own one cannot (TOTP-10)', () => {
  open('colleague')
  expect(screen.getByRole('button', { name: '停用兩步驟驗證' })).toBeDefined()
  cleanup()
  // As whom `renderAdmin` signs in.
  open('owner')
  expect(screen.queryByRole('button', { name: '停用兩步驟驗證' })).toBeNull()
})
