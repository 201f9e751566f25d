import type { ContactForm } from './contact-fields.tsx'

/** An order as the staff enters it, each line at the price of now. */
export interface NewOrderForm extends ContactForm {
  lines: { productId: string; title: string; price: number; picture: string; qty: number | '' }[]
}
