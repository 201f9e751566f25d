/** What staff can change, one name for each kind of change: the audit log has one entry for each. */
export const auditActions = [
  'product.create',
  'product.update',
  'product.archive',
  'coupon.create',
  'coupon.update',
  'coupon.archive',
  'order.create',
  'order.update',
  'order.archive',
  'order.archive_all',
  'picture.upload',
  'setting.update',
  'staff.create',
  'staff.reset_password',
  'staff.disable',
  'staff.enable',
  'staff.remove',
  'member.disable',
  'member.enable',
] as const
export type AuditAction = (typeof auditActions)[number]
