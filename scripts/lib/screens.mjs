import { backOfficeScreens } from './screens/back-office-screens.mjs'
import { campaignScreens } from './screens/campaign-screens.mjs'
import { catalogScreens } from './screens/catalog-screens.mjs'
import { memberScreens } from './screens/member-screens.mjs'
import { purchaseScreens } from './screens/purchase-screens.mjs'

export const screens = {
  ...catalogScreens,
  ...campaignScreens,
  ...purchaseScreens,
  ...memberScreens,
  ...backOfficeScreens,
}
