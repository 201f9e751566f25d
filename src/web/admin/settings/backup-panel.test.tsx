import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Backups } from '#contract/backups.ts'
import { defaultSettings } from '#contract/settings.ts'
import { clearAdminToken, setAdminToken } from '../../api/admin-session.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { BackupPanel } from './backup-panel.tsx'
import { UnsavedForms } from './unsaved-forms.tsx'

let network: HeldNetwork
beforeEach(() => {
  network = new HeldNetwork()
  setAdminToken('token', Date.now() + 3_600_000)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  clearAdminToken()
})

const stored: Backups = {
  version: 1,
  values: { ...defaultSettings.backup, is_on: true },
  fixed: [],
  place: '/backups',
  is_embedded: true,
  is_encrypted: false,
  can_verify: true,
  is_running: false,
  failure: null,
  files: [],
}
const file = {
  name: 'minmin-20261128T193000Z-1.0.0.tar.zst',
  at: 1_795_894_200,
  bytes: 6_945_144,
  is_manual: false,
  is_encrypted: false,
  is_verified: true,
}

async function open(backups: Partial<Backups>): Promise<void> {
  renderAdmin(
    <UnsavedForms>
      <BackupPanel />
    </UnsavedForms>,
  )
  const request = await network.request(0)
  request.answer({ success: true, backups: { ...stored, ...backups } })
}

test('says how the last backup went, and what lies in a file that is not encrypted', async () => {
  await open({ files: [file] })
  expect(await screen.findByText(/^最近一次備份成功：.*，6.9 MB，已還原驗證。$/)).toBeTruthy()
  expect(screen.getByText(/備份檔沒有加密：裡面有顧客的姓名/)).toBeTruthy()
})

test('says the fault of the last one, and what the environment decides', async () => {
  const failure = { at: 1_795_894_300, reason: '磁碟空間不足，請清出空間後再試一次' }
  await open({ files: [file], failure, is_encrypted: true, fixed: ['BACKUP_DIR', 'BACKUP_KEEP'] })
  expect(await screen.findByText(/的備份失敗：磁碟空間不足/)).toBeTruthy()
  expect(screen.queryByText(/最近一次備份成功/)).toBeNull()
  expect(screen.getByText(/^存放在主機的 \/backups（由環境變數 BACKUP_DIR 決定）/)).toBeTruthy()
  const days = screen.getByRole<HTMLInputElement>('textbox', { name: '保留最近幾天' })
  expect(days.matches(':disabled')).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('時間').matches(':disabled')).toBe(false)
})

test('a shop with a PostgreSQL of somebody else is told how backups are made there', async () => {
  await open({ place: null, is_embedded: false })
  expect(await screen.findByText(/請管理主機的人定期以 pg_dump/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
