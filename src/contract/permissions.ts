/** Permissions of staff. Each endpoint of the back office names one of these. */
export const permissions = [
  'catalog.read',
  'catalog.write',
  'stock.write',
  'coupon.write',
  'campaign.write',
  'order.read',
  'person.read',
  /** Prices, totals, payments and refunds: what an order, a campaign or a product costs. */
  'money.read',
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

/** A run is worked with the rights of the account that began it, and whoever manages the doors opens more. */
const notForKeys: readonly Permission[] = [
  'staff.manage',
  'hook.manage',
  'job.manage',
  'data.export',
  'data.import',
  'person.export',
  'person.erase',
]

/** Permissions that an API key may have. */
export const keyPermissions: readonly Permission[] = permissions.filter(
  (permission) => !notForKeys.includes(permission),
)

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
    'money.read',
    'payment.record',
    'refund.write',
    'customer.read',
    'report.read',
    'data.export',
    'setting.read',
    'audit.read',
  ]),
  viewer: new Set(['catalog.read', 'order.read', 'money.read', 'report.read']),
}

/** In the order of `permissions`. */
export function permissionsOf(role: Role): Permission[] {
  return permissions.filter((permission) => permissionsOfRole[role].has(permission))
}

export const roleLabels: Record<Role, string> = {
  owner: '店主',
  manager: '店長',
  packer: '出貨人員',
  accountant: '會計',
  viewer: '檢視者',
}

export function hasPermission(role: Role, permission: Permission): boolean {
  return permissionsOfRole[role].has(permission)
}
