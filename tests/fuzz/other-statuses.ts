/** Other statuses of a valid call, because concurrent calls change the same rows. */
export const otherStatuses: Record<string, readonly number[]> = {
  'POST {shop}/cart': [400],
  // The world sends to no stores.
  'POST {shop}/store-choice': [409],
  'POST {shop}/store-map': [409],
  // No order of the world goes to a store.
  'POST {shop}/order/{id}/store': [404, 409],
  // Their account is gone, and half of them were never made.
  'POST {shop}/admin/shipment/{id}/retry': [404, 409],
  'POST {shop}/admin/shipment/{id}/ask': [404, 409],
  'POST {shop}/admin/shipment/{id}/cancel': [404, 409],
  // The products are those that the fuzzer invents.
  'POST {shop}/campaign-wishes': [404],
  'PUT {shop}/cart/{id}': [404],
  'DELETE {shop}/cart/{id}': [404],
  // 401: once the owner has closed it to guests.
  'POST {shop}/order': [409, 422, 400, 401],
  'POST {shop}/pay/{id}': [409, 422, 400],
  // No method that the fuzzer invents is offered.
  'POST {shop}/order/{id}/payment': [400, 409, 422],
  // An order of somebody else; ten messages wait; a text of blanks.
  'POST {shop}/order/{id}/messages': [400, 404, 409],
  'POST {shop}/admin/order/{id}/messages': [400, 404],
  'POST {shop}/admin/order/{id}/messages/settle': [404],
  'POST {shop}/member/mailbox': [400],
  // The refund is one that the fuzzer invents.
  'POST {shop}/admin/refund/{id}/retry': [404],
  'POST {shop}/admin/refund/{id}/manual': [404],
  'POST {shop}/admin/refund/{id}/drop': [404],
  'POST {shop}/admin/refund/{id}/ask': [404],
  'POST {shop}/admin/refund/{id}/seen-done': [404],
  'POST {shop}/admin/refund/{id}/seen-not-done': [404],
  'PUT {shop}/admin/product/{id}': [404, 409],
  'DELETE {shop}/admin/product/{id}': [404],
  'POST {shop}/admin/coupon': [409],
  'PUT {shop}/admin/stock/{id}': [404, 409],
  'DELETE {shop}/admin/stock/{id}': [404],
  'GET {shop}/admin/stock/{id}/movements': [404],
  // A product that is named twice, or gone.
  'POST {shop}/admin/stock/count': [400, 404, 409],
  // The products of the world are not sold out, nobody knows a token, a guest names an address, and
  // the variant may be of another product.
  'POST {shop}/product/{id}/restock-request': [400, 404, 409, 429],
  'POST {shop}/restock-request/cancel': [404],
  // The shop of the fuzzer shows no newsletter, and nobody knows a token.
  'POST {shop}/newsletter': [400, 409, 429],
  'POST {shop}/newsletter/confirm': [404],
  'POST {shop}/newsletter/unsubscribe': [400, 404],
  // The customer is one that the fuzzer invents, and so are the values of the filters.
  'GET {shop}/admin/customers': [400],
  'GET {shop}/admin/products/choices': [400],
  'GET {shop}/admin/campaigns/choices': [400],
  'GET {shop}/admin/customer/{id}': [404],
  'GET {shop}/admin/customer/{id}/orders': [404],
  'GET {shop}/admin/customer/{id}/groups': [404],
  'GET {shop}/admin/customer/{id}/coupons': [404],
  'GET {shop}/admin/customer/{id}/mails': [404],
  'GET {shop}/admin/customer/{id}/notes': [404],
  'PUT {shop}/admin/customer/{id}': [400, 404],
  'POST {shop}/admin/customer/{id}/note': [400, 404],
  'DELETE {shop}/admin/customer/{id}/note/{noteId}': [404],
  'POST {shop}/admin/customer/{id}/erase': [400, 404],
  'POST {shop}/admin/customer/{id}/data': [404],
  'POST {shop}/admin/order': [400, 404, 409, 422],
  'GET {shop}/admin/order-quote': [400],
  // Nobody has ordered with the number and the telephone of the request.
  'POST {shop}/order-lookup': [404],
  // Another version of the policy is in force; the sign-in may be old.
  'GET {shop}/privacy': [404],
  'POST {shop}/consent': [409],
  'GET {shop}/member/data': [403],
  'POST {shop}/admin/privacy': [400],
  // The name is one that the fuzzer invents, and a shopper has ordered.
  'POST {shop}/admin/demo/clear': [400, 409],
  // The group may be left, joined or led already.
  'POST {shop}/campaign/{id}/group': [400, 403, 404, 409, 422],
  'POST {shop}/group/{code}/participation': [400, 403, 404, 409, 422],
  'GET {shop}/group/{code}/console': [404],
  // No campaign of the world is paid to its leader.
  'GET {shop}/leader/{code}/account': [404],
  'POST {shop}/leader/{code}/account': [404],
  'PUT {shop}/participation/{id}/transfer': [404],
  'POST {shop}/admin/group/{id}/hand-over': [404],
  'POST {shop}/admin/group/{id}/hand-over/{handOverId}/void': [404],
  'POST {shop}/group/{code}/close': [404, 409],
  'POST {shop}/group/{code}/reminder': [404, 409],
  'PUT {shop}/group/{code}/handout/{participationId}': [404, 409],
  // The fuzzer may leave the chain out.
  'GET {shop}/stores': [400],
  'GET {shop}/hand-out/{code}': [404, 429],
  'POST {shop}/hand-out': [429],
  'POST {shop}/hand-out/reminder': [409],
  'GET {shop}/participation/{id}': [404],
  'PUT {shop}/participation/{id}': [400, 404, 409],
  'POST {shop}/campaign/{id}/quote': [400, 404, 409],
  'POST {shop}/participation/{id}/quote': [400, 404, 409],
  'DELETE {shop}/participation/{id}': [404, 409],
  // The campaign is a draft, or an earlier call has changed, published or archived it.
  'GET {shop}/admin/campaign/{id}': [404],
  'PUT {shop}/admin/campaign/{id}': [400, 404, 409],
  'DELETE {shop}/admin/campaign/{id}': [404, 409],
  'POST {shop}/admin/campaign/{id}/copy': [404],
  'POST {shop}/admin/campaign/{id}/publish': [400, 404, 409],
  'POST {shop}/admin/campaign/{id}/unpublish': [404, 409],
  'POST {shop}/admin/campaign/{id}/close': [404, 409],
  'POST {shop}/admin/campaign/{id}/extend': [400, 404, 409],
  // Nobody waits for goods in the campaigns of the world.
  'POST {shop}/admin/campaign/{id}/delay': [400, 404, 409],
  'POST {shop}/participation/{id}/delay': [404, 409],
  'POST {shop}/admin/campaign/{id}/cancel': [404, 409],
  'GET {shop}/admin/campaign/{id}/leaders': [404],
  'PUT {shop}/admin/campaign/{id}/leaders': [400, 404],
  'GET {shop}/admin/campaign/{id}/settlement': [404],
  'GET {shop}/admin/campaign/{id}/settlement.csv': [404],
  'POST {shop}/admin/campaign/{id}/supplier-order': [404, 409],
  'GET {shop}/admin/campaign/{id}/supplier-order/{n}.csv': [400, 404],
  'POST {shop}/admin/campaign/{id}/receipt': [400, 404, 409],
  // A rule that gives money back is for who may refund.
  'POST {shop}/admin/campaign/{id}/arrival': [400, 403, 404, 409],
  'POST {shop}/admin/campaign': [400],
  // No group, member or leader is named by an id that the fuzzer knows.
  'GET {shop}/admin/group/{id}/participations': [404],
  'POST {shop}/admin/group/{id}/close': [404],
  'POST {shop}/admin/group/{id}/cancel': [404],
  'PUT {shop}/admin/group/{id}/leader': [404],
  'POST {shop}/admin/group/{id}/shortfall': [404],
  'POST {shop}/admin/commission/payout': [409],
  'POST {shop}/admin/member/{uid}/pardon': [404],
  // Not every kind has every action, an action needs its input; the runs are made up.
  'POST {shop}/admin/run': [400, 409, 422],
  // Not every list has every filter; nobody has proved a password.
  'POST {shop}/admin/export': [400, 403],
  'POST {shop}/admin/import/{kind}': [400],
  'GET {shop}/admin/views': [400],
  'GET {shop}/admin/run/{id}/file': [404],
  'GET {shop}/admin/run/{id}/lines': [404],
  'GET {shop}/admin/run/{id}/errors': [404],
  'POST {shop}/admin/run/{id}/start': [404, 409],
  'GET {shop}/admin/run/{id}': [404],
  'POST {shop}/admin/run/{id}/cancel': [404, 409],
  'POST {shop}/admin/run/{id}/undo': [404, 409],
  // The shop under test is not on hold.
  'POST {shop}/admin/outgoing/release': [409],
  'GET {shop}/admin/packing/tracking': [400],
  // Either ids or a filter, never both.
  'POST {shop}/admin/packing': [400],
  // Prices of a filter are texts of digits.
  'GET {shop}/search': [400],
  'GET {shop}/products': [400],
  'GET {shop}/admin/coupon/{id}': [404],
  'GET {shop}/admin/coupon/{id}/uses': [404],
  // It ends before the day on which the coupon begins by an earlier call.
  'PUT {shop}/admin/coupon/{id}': [400, 404, 409],
  'DELETE {shop}/admin/coupon/{id}': [404],
  // No job of the fuzzed shop has failed.
  'POST {shop}/admin/job/{id}/retry': [404],
  'DELETE {shop}/admin/job/{id}': [404],
  'PUT {shop}/admin/order/{id}': [404, 409],
  'DELETE {shop}/admin/order/{id}': [404],
  // Earlier calls have moved the orders on, archived them, or shipped and refunded what they name.
  // Products that the fuzzer invents.
  'POST {shop}/campaign-wishes': [404],
  // No campaign of the world has a day of shipping that has slipped.
  'POST {shop}/admin/campaign/{id}/delay': [400, 404, 409],
  'POST {shop}/participation/{id}/delay': [404, 409],
  'POST {shop}/order/{id}/cancel': [409, 422, 400],
  // The difference is one that no preview has shown, or a product has left.
  'PUT {shop}/order/{id}': [400, 404, 409],
  'PUT {shop}/admin/order/{id}/lines': [400, 404, 409],
  'POST {shop}/admin/order/{id}/prepare': [404, 409],
  'POST {shop}/admin/order/{id}/parcel': [400, 404, 409, 422],
  'POST {shop}/admin/order/{id}/close-rest': [404, 409, 422],
  'PUT {shop}/admin/order/{id}/parcel/{parcelId}': [404],
  'POST {shop}/admin/order/{id}/cancel': [400, 404, 409],
  'POST {shop}/admin/order/{id}/return': [400, 404, 409, 422],
  'POST {shop}/admin/order/{id}/refund': [400, 404, 409, 422],
  'POST {shop}/admin/order/{id}/note': [404],
  'POST {shop}/admin/order/{id}/mail': [404, 409, 429],
  'POST {shop}/admin/order/{id}/restore': [404, 409],
  'POST {shop}/admin/trash/restore': [404],
  // The days of a range are texts.
  'GET {shop}/admin/report/sales': [400],
  'GET {shop}/admin/report/products': [400],
  'GET {shop}/admin/report/coupons': [400],
  'GET {shop}/admin/report/groups': [400],
  // No announcement is named by an id that the fuzzer knows.
  'GET {shop}/page/{slug}': [404],
  'PUT {shop}/admin/category': [404],
  'POST {shop}/admin/category/merge': [400, 404],
  'GET {shop}/admin/page/{id}': [404],
  'POST {shop}/admin/page': [409],
  'PUT {shop}/admin/page/{id}': [404, 409],
  'DELETE {shop}/admin/page/{id}': [404],
  'GET {shop}/article/{id}': [404],
  'GET {shop}/admin/article/{id}': [404],
  'PUT {shop}/admin/article/{id}': [404],
  'DELETE {shop}/admin/article/{id}': [404],
  'POST {shop}/admin/refund/{id}/done': [404, 409],
  // No line, no attempt and no settlement that the fuzzer invents exists, and it sends no file.
  'POST {shop}/admin/reconciliation/{id}/resolve': [404],
  'POST {shop}/admin/attempt/{id}/query': [404, 503],
  'POST {shop}/admin/settlement': [400],
  'GET {shop}/admin/settlement/{id}': [404],
  // Nothing of the orders of the world is remitted by hand.
  'PUT {shop}/order/{id}/refund-account': [404, 409],
  // The version of the settings is not the last one.
  'PUT {shop}/admin/menu': [400, 409],
  // The method is one that the fuzzer invents, its steps fall, or twenty are there.
  'POST {shop}/admin/shipping-method': [400, 409],
  'PUT {shop}/admin/shipping-method/{id}': [400, 404, 409],
  'DELETE {shop}/admin/shipping-method/{id}': [404, 409],
  'PUT {shop}/admin/settings/shop': [409],
  'PUT {shop}/admin/settings/mail': [409],
  'PUT {shop}/admin/settings/stock': [409],
  'PUT {shop}/admin/settings/payment': [400, 409],
  'PUT {shop}/admin/settings/order': [409],
  'PUT {shop}/admin/settings/shipping': [409],
  'PUT {shop}/admin/settings/security': [409],
  'PUT {shop}/admin/settings/privacy': [409],
  'PUT {shop}/admin/settings/brand': [400, 409],
  // Nobody has such an account, and nothing listens there.
  'PUT {shop}/admin/settings/backup': [409],
  'GET {shop}/admin/backup/{name}/file': [404],
  'PUT {shop}/admin/settings/gateway': [400, 409],
  'POST {shop}/admin/settings/gateway/test': [400],
  'PUT {shop}/admin/settings/logistics': [400, 409],
  'POST {shop}/admin/settings/logistics/test': [400],
  'PUT {shop}/admin/settings/smtp': [400, 409],
  'POST {shop}/admin/settings/smtp/test': [400, 409],
  'PUT {shop}/admin/settings/home': [400, 409],
  'POST {shop}/admin/settings/logo': [400, 429],
  'POST {shop}/admin/settings/mail/test': [429],
  // The words of a filter are checked one by one.
  'GET {shop}/admin/orders': [400],
  'GET {shop}/admin/products': [400],
  // A name of more than 20 characters, one that is taken, a view that the fuzzer invents.
  'POST {shop}/admin/view': [400, 409],
  'PUT {shop}/admin/view/{id}': [400, 404],
  'DELETE {shop}/admin/view/{id}': [404],
  // The old password is wrong.
  'PUT {shop}/admin/me': [400, 429],
  'DELETE {shop}/admin/me/session/{id}': [404],
  // Nobody of the world has a second factor, and no code of a new key is known.
  'PUT {shop}/admin/me/totp': [400, 409, 429],
  'DELETE {shop}/admin/me/totp': [400, 409, 429],
  'POST {shop}/admin/me/recovery-codes': [409],
  'POST /v2/admin/confirm': [400, 429],
  'POST /v2/admin/first': [400, 429],
  'POST /v2/admin/invitation': [400, 429],
  // Accounts and invitations are those that the fuzzer invents.
  'PUT {shop}/admin/staff/{uid}': [404],
  'DELETE {shop}/admin/staff/{uid}': [404],
  'DELETE {shop}/admin/staff/{uid}/sessions': [404],
  'DELETE {shop}/admin/staff/{uid}/totp': [404],
  'POST {shop}/admin/staff/invitation/{id}': [404],
  'DELETE {shop}/admin/staff/invitation/{id}': [404],
  'POST {shop}/admin/upload': [429],
  'POST /v2/admin/signin': [429],
  // The shop under test may send no mails, and nobody knows a code.
  'POST /v2/admin/password/request': [403, 429],
  'POST /v2/admin/password/code': [400, 429],
  'POST /v2/admin/password/reset': [400, 429],
  'POST /identitytoolkit.googleapis.com/v1/accounts:signUp': [400, 429],
  'POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword': [429],
  'POST /identitytoolkit.googleapis.com/v1/accounts:delete': [400],
  'POST /identitytoolkit.googleapis.com/v1/accounts:resetPassword': [400],
}

/**
 * Calls that let several permissions in and ask for more by what their body names, so that a role
 * may be refused behind the door, too.
 */
export const asksForMore = new Set([
  'GET {shop}/admin/orders',
  'POST {shop}/admin/order',
  'PUT {shop}/admin/order/{id}',
  'PUT {shop}/admin/order/{id}/lines',
  'POST {shop}/admin/order/{id}/cancel',
  'POST {shop}/admin/order/{id}/return',
  'POST {shop}/admin/export',
  'POST {shop}/admin/import/{kind}',
  'GET {shop}/admin/import/{kind}/template',
  'POST {shop}/admin/run',
  'POST {shop}/admin/view',
  'PUT {shop}/admin/view/{id}',
  'GET {shop}/admin/trash',
  'POST {shop}/admin/trash/restore',
])
