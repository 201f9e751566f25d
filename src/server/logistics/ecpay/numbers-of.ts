import type { Fields } from '../../ecpay/signed-fields.ts'
import type { ShipmentNumbers } from '../logistics-provider.ts'

/** The numbers of a parcel in an answer or a callback; one that is not given out is empty. */
export function numbersOf(fields: Fields): ShipmentNumbers {
  const { AllPayLogisticsID = '', CVSPaymentNo = '', CVSValidationNo = '' } = fields
  return { providerId: AllPayLogisticsID, paymentNo: CVSPaymentNo, validationNo: CVSValidationNo }
}
