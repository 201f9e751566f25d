import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { AdminImportPage } from './import-page.tsx'

let network: HeldNetwork
beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const matching = {
  preset: 'waca',
  columns: [
    { word: '商品名稱', field: 'title', sample: '茶' },
    { word: '要價', sample: '80' },
  ],
  fields: [
    { key: 'title', label: '標題' },
    { key: 'price', label: '售價' },
  ],
  sample: [
    ['商品名稱', '要價'],
    ['茶', '80'],
  ],
}

test('columns that are missing are matched by hand, and the files are read anew (OPEN-01)', async () => {
  renderAdmin(
    <Routes>
      <Route path="/backend/import/:kind" element={<AdminImportPage />} />
    </Routes>,
    { address: '/backend/import/products' },
  )
  const files = [new File(['a'], 'a.csv'), new File(['b'], 'b.csv')]
  fireEvent.change(screen.getByLabelText('CSV 或 Excel 檔案'), { target: { files } })
  const first = await network.request(0)
  expect(first.path).toContain('/admin/import/products')
  expect(first.body).toMatchObject({ encoding: 'auto', preset: 'auto' })
  const message = '缺少欄位：售價'
  first.answer({ success: false, code: 'IMPORT_COLUMNS', message, matching }, 400)

  const table = await screen.findByRole('region', { name: '欄位對應' })
  expect(screen.getByText(message)).toBeTruthy()
  expect(within(table).getByText(/WACA：對應 1 欄，略過 1 欄/)).toBeTruthy()
  expect(within(table).queryByLabelText('「要價」是')).toBeNull()
  fireEvent.click(within(table).getByRole('button', { name: '顯示略過的 1 欄' }))
  fireEvent.change(within(table).getByLabelText('「要價」是'), { target: { value: 'price' } })
  fireEvent.click(within(table).getByRole('button', { name: '套用並重新預覽' }))
  const second = await network.request(1)
  expect(second.body).toMatchObject({ columns: JSON.stringify({ 要價: 'price' }) })
})
