import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LinkTabPanel, LinkTabs } from './link-tabs.tsx'

const onSelect = vi.fn()
const tabs = ['tea', 'desk lamps', 'vases'].map((value) => ({
  value,
  name: value,
  to: `/${value}`,
}))
const tab = (name: string) => screen.getByRole('tab', { name })

beforeEach(() => {
  onSelect.mockReset()
  render(
    <>
      <LinkTabs
        label="kinds"
        className=""
        tabs={tabs}
        selected="desk lamps"
        panelId="panel"
        onSelect={onSelect}
      />
      <LinkTabPanel id="panel" selected="desk lamps">
        content
      </LinkTabPanel>
    </>,
  )
})
afterEach(cleanup)

test('the arrow keys, Home and End move the focus, Space selects what has it', async () => {
  await userEvent.tab()
  expect(document.activeElement).toBe(tab('desk lamps'))
  for (const [key, name] of [
    ['{ArrowRight}', 'vases'],
    ['{ArrowRight}', 'tea'],
    ['{ArrowLeft}', 'vases'],
    ['{Home}', 'tea'],
    ['{End}', 'vases'],
  ] as const) {
    await userEvent.keyboard(key)
    expect(document.activeElement).toBe(tab(name))
  }
  expect(onSelect).not.toHaveBeenCalled()
  await userEvent.keyboard(' ')
  expect(onSelect.mock.calls).toEqual([['vases']])
})

test('a press selects a tab, one with a modifier key is left to the browser', () => {
  const isLeft = (name: string, keys = {}) => fireEvent.click(tab(name), keys)
  expect(isLeft('tea', { ctrlKey: true })).toBe(true)
  expect(isLeft('desk lamps')).toBe(false)
  expect(onSelect).not.toHaveBeenCalled()
  expect(isLeft('tea')).toBe(false)
  expect(onSelect.mock.calls).toEqual([['tea']])
  expect(tab('tea').getAttribute('href')).toBe('#/tea')
})

test('the panel is called by its tab', () => {
  expect(screen.getByRole('tabpanel', { name: 'desk lamps' }).textContent).toBe('content')
  expect(tab('desk lamps').getAttribute('aria-selected')).toBe('true')
  expect(tab('desk lamps').getAttribute('aria-controls')).toBe('panel')
})
