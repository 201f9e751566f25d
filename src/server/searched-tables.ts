import { searchedProducts } from './catalog/product-terms.ts'
import { searchedCustomers } from './customers/customer-terms.ts'
import { searchedOrders } from './orders/order-terms.ts'

/** Every table with `search_terms`. */
export const searchedTables = [searchedOrders, searchedProducts, searchedCustomers]
