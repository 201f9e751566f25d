/** Keys of an order that the server owns or reads by name: never kept as a client's own. */
export const knownOrderKeys = [
  'id',
  'num',
  'user',
  'message',
  'products',
  'total',
  'final_total',
  'expected_total',
  'create_at',
  'is_paid',
  'paid_date',
  'payment_method',
  'coupon',
  'uid',
]
export const knownOrderUserKeys = ['name', 'email', 'tel', 'address', 'uid']
