import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { LeaderConsole } from '#contract/campaigns.ts'
import { ConsoleRows } from './console-rows.tsx'

type Row = LeaderConsole['rows'][number]
const row = (name: string, more: Partial<Row> = {}): Row => ({
  ...{ participation_id: name, name, tel_end: '678', state: 'confirmed', lines: [] },
  ...more,
})

test('says when the goods were handed out, which is ticked on the screen of the hand-out', () => {
  render(
    <ConsoleRows
      rows={[row('一', { handed_out_at: 1_795_950_000 }), row('二')]}
      money="pay_after_success"
    />,
  )
  expect(screen.getAllByText(/已取貨$/)).toHaveLength(1)
  expect(screen.queryByRole('checkbox')).toBeNull()
})
