import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Run } from '#contract/runs.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { FileButtons } from './file-buttons.tsx'

afterEach(cleanup)

const exported: Run = {
  id: 'run-1',
  kind: 'products',
  action: 'export',
  state: 'done',
  name: '店長',
  total: 1,
  done: 1,
  failed: 0,
  create_at: 1_780_000_000,
  can_undo: false,
  file: 'products.csv',
}

test.each([
  ['of an own export has its button', true, ['下載']],
  ['that has expired is told as such', false, ['檔案已過期']],
  ["of somebody else's export has no button", undefined, []],
])('a file %s (CSV-06)', (_, hasFile, shown) => {
  renderAdmin(
    <FileButtons run={{ ...exported, ...(hasFile !== undefined && { has_file: hasFile }) }} />,
  )
  const words = ['下載', '檔案已過期'].filter((word) => screen.queryByText(word) !== null)
  expect(words).toEqual(shown)
})
