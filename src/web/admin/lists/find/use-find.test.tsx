import { cleanup, screen } from '@testing-library/react'
import { afterEach, test, vi } from 'vitest'
import { HeldNetwork } from '../../../testing/held-network.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { useFind } from './use-find.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Columns() {
  const { columns, choose } = useFind('products')
  return (
    <button type="button" onClick={() => choose(['標題', '庫存'])}>
      {columns?.join() ?? '預設'}
    </button>
  )
}

test('chosen columns stay while the list of them is read again', async () => {
  const network = new HeldNetwork()
  renderAdmin(<Columns />)
  const first = await network.request(0)
  first.answer({ success: true, views: [], columns: null })
  screen.getByText('預設').click()
  const save = await network.request(1)
  save.answer({ success: true, message: '已儲存' })
  const read = await network.request(2)
  screen.getByText('標題,庫存')
  read.answer({ success: true, views: [], columns: ['標題', '庫存', '售價'] })
  await screen.findByText('標題,庫存,售價')
})
