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

/** A role is a set of permissions. */
const permissionsOfRole = {
  owner: new Set<Permission>(permissions),
} as const
export type Role = keyof typeof permissionsOfRole

export function hasPermission(role: Role, permission: Permission): boolean {
  return permissionsOfRole[role].has(permission)
}
