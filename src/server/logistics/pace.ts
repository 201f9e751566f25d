/** The calls to logistics are paced apart from those of payments. */
export const logisticsPace = 'ecpay-logistics'
