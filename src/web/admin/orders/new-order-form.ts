import type { ContactForm } from './contact-fields.tsx'

/** An order as the staff enters it, each line at the price of now. */
export interface NewOrderForm extends ContactForm {
  lines: {
    productId: string
    /** Absent of a product without options; the title names it, too. */
    variantId?: string
    title: string
    price: number
    picture: string
    qty: number | ''
  }[]
}
