import { expect, it } from 'vitest'
import { hasPermission, type Permission, permissions, type Role, roles } from './permissions.ts'

const rolesOf: Record<Permission, Role[]> = {
  'catalog.read': ['owner', 'manager', 'packer', 'accountant', 'viewer'],
  'catalog.write': ['owner', 'manager'],
  'stock.write': ['owner', 'manager', 'packer'],
  'coupon.write': ['owner', 'manager'],
  'campaign.write': ['owner', 'manager'],
  'order.read': ['owner', 'manager', 'packer', 'accountant', 'viewer'],
  'person.read': ['owner', 'manager', 'packer', 'accountant'],
  'money.read': ['owner', 'manager', 'accountant', 'viewer'],
  'order.write': ['owner', 'manager'],
  'order.ship': ['owner', 'manager', 'packer'],
  'payment.record': ['owner', 'manager', 'accountant'],
  'refund.write': ['owner', 'accountant'],
  'customer.read': ['owner', 'manager', 'accountant'],
  'customer.write': ['owner', 'manager'],
  'report.read': ['owner', 'manager', 'accountant', 'viewer'],
  'data.export': ['owner', 'manager', 'accountant'],
  'person.export': ['owner', 'manager'],
  'person.erase': ['owner'],
  'data.import': ['owner', 'manager'],
  'setting.read': ['owner', 'manager', 'accountant'],
  'setting.write': ['owner'],
  'staff.manage': ['owner'],
  'audit.read': ['owner', 'accountant'],
  'hook.manage': ['owner'],
  'job.manage': ['owner', 'manager'],
}

it.each(permissions)('%s is held by the roles of the table alone (STAFF-01)', (permission) => {
  const holders = roles.filter((role) => hasPermission(role, permission))
  expect(holders).toEqual(rolesOf[permission])
})

it('whoever ships sees the names and addresses of slips (PACK-10)', () => {
  const shipping = roles.filter((role) => hasPermission(role, 'order.ship'))
  expect(shipping.filter((role) => !hasPermission(role, 'person.read'))).toEqual([])
})
