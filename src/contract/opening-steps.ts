/** Steps of a new shop before it opens. */
export const openingSteps = [
  'name',
  'owner',
  'demo',
  'product',
  'shipping',
  'payment',
  'mail',
  'address',
  'policies',
  'brand',
  'home',
  'pages',
  'group',
  'backup',
  'staff',
  'open',
] as const
export type OpeningStep = (typeof openingSteps)[number]
