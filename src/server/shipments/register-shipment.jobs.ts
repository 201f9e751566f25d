import { defineJob } from '../jobs/define-job.ts'

/** Asks the provider for a parcel. */
export const registerShipment = defineJob<{ shipmentId: string }>({
  name: 'shipment.make',
  retryWaits: [10, 60, 5 * 60, 30 * 60, 2 * 3600],
  timeoutSeconds: 180,
})

/** Tells the provider another store of a parcel whose store has closed. */
export const changeStore = defineJob<{ shipmentId: string }>({
  name: 'shipment.change_store',
  retryWaits: [10, 60, 5 * 60, 30 * 60, 2 * 3600],
  timeoutSeconds: 180,
})

/** Asks for parcels that nothing was told of for two days. */
export const askSilent = defineJob({ name: 'shipments.ask', timeoutSeconds: 600 })
