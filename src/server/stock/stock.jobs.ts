import { defineJob } from '../jobs/define-job.ts'

/** Mails the addresses that wait for a product, if some of it is left. */
export const mailRestocked = defineJob<{ productId: string }>({ name: 'stock.mail-restocked' })

/** Finds the products that are available again while somebody waits, whatever the cause. */
export const sweepRestocked = defineJob({ name: 'stock.sweep-restocked' })
