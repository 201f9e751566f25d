import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultConnections } from '#contract/connections.ts'
import { clearAdminToken, setAdminToken } from '../../api/admin-session.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { BackupBucketPanel } from './backup-bucket-panel.tsx'
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

test('a bucket is tried as it was typed, and its secret is sent once (OPEN-08)', async () => {
  renderAdmin(
    <UnsavedForms>
      <BackupBucketPanel />
    </UnsavedForms>,
  )
  const bucket = {
    ...{ version: 3, values: defaultConnections.backupBucket, fixed: [] },
    ...{ secret_access_key: null, is_unreadable: false },
  }
  ;(await network.request(0)).answer({ success: true, bucket })
  expect(await screen.findByText(/主機的磁碟損壞就會一起遺失/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '測試讀寫' })).toBeNull()
  fireEvent.click(screen.getByLabelText('把備份複製到別處'))
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type('服務網址', ' https://s3.ap-northeast-1.amazonaws.com/ ')
  type('儲存空間名稱', 'shop-backups')
  type('區域', 'ap-northeast-1')
  type('Access key ID', 'AKIA1')
  type('Secret access key', 'typed')
  const data = {
    values: {
      is_on: true,
      endpoint: 'https://s3.ap-northeast-1.amazonaws.com',
      region: 'ap-northeast-1',
      bucket: 'shop-backups',
      access_key_id: 'AKIA1',
    },
    secret_access_key: 'typed',
  }
  fireEvent.click(screen.getByRole('button', { name: '測試讀寫' }))
  const tried = await network.request(1)
  expect(tried.body).toEqual({ data })
  tried.answer({ success: true, message: '已寫入、讀回並刪除一個測試檔案' })
  expect(await screen.findByText('已寫入、讀回並刪除一個測試檔案')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '儲存' }))
  const saved = await network.request(2)
  expect(saved.body).toEqual({ data: { version: 3, ...data } })
  saved.answer({
    ...{ success: true, message: '已更新設定' },
    bucket: { ...bucket, version: 4, values: data.values, secret_access_key: 'yped' },
  })
  await vi.waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Secret access key').value).toBe(''),
  )
})
