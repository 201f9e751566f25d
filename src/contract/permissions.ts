/** What an administrator may do. Each endpoint of the back office names one of these. */
export const permissions = [
  'catalog.read',
  'catalog.write',
  'stock.write',
  'coupon.write',
  'campaign.write',
  'order.read',
  'person.read',
  'order.write',
  'order.ship',
  'payment.record',
  'refund.write',
  'customer.read',
  'customer.write',
  'report.read',
  'data.export',
  'person.export',
  'person.erase',
  'data.import',
  'setting.read',
  'setting.write',
  'staff.manage',
  'audit.read',
  'hook.manage',
  'job.manage',
] as const
export type Permission = (typeof permissions)[number]

export const roles = ['owner', 'manager', 'packer', 'accountant', 'viewer'] as const
export type Role = (typeof roles)[number]

const notForManagers: readonly Permission[] = [
  'refund.write',
  'person.erase',
  'setting.write',
  'staff.manage',
  'audit.read',
  'hook.manage',
]

/** A role is a set of permissions. */
const permissionsOfRole: Record<Role, ReadonlySet<Permission>> = {
  owner: new Set(permissions),
  manager: new Set(permissions.filter((permission) => !notForManagers.includes(permission))),
  packer: new Set(['catalog.read', 'stock.write', 'order.read', 'person.read', 'order.ship']),
  accountant: new Set([
    'catalog.read',
    'order.read',
    'person.read',
    'payment.record',
    'refund.write',
    'customer.read',
    'report.read',
    'data.export',
    'setting.read',
    'audit.read',
  ]),
  viewer: new Set(['catalog.read', 'order.read', 'report.read']),
}

export function hasPermission(role: Role, permission: Permission): boolean {
  return permissionsOfRole[role].has(permission)
}
