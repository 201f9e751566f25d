/** The questions to the issuer of invoices are paced apart from those of payments and logistics. */
export const invoicePace = 'ecpay-invoices'
