import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ShopLogo } from './shop-logo.tsx'

const logo = `/uploads/${'a'.repeat(32)}-90x40.png`

test('the name of the shop stands beside its logo if the owner says so, and is read once (DOOR-10)', () => {
  const { container, rerender } = render(<ShopLogo logo={logo} name="山腰茶行" />)
  expect(screen.getByRole('img', { name: '山腰茶行' })).toBeTruthy()
  expect(container.textContent).toBe('')
  rerender(<ShopLogo logo={logo} name="山腰茶行" showsName />)
  expect(screen.queryByRole('img')).toBeNull()
  expect(container.textContent).toBe('山腰茶行')
})
