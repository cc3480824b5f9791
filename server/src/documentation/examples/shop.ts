/** What the examples of the merchant's operations share: one shop and its order A-1042. */
export const serviceUrl = 'https://updates.example.com'
export const customer = 'ada@example.com'
export const phone = '+447700900123'

export const confirmedId = 'msg_01M7A2W3ECFAWACKPXNE6TWE40'
export const shippedId = 'msg_01M7DCWRHZEWXVB79RG22KTMYF'
export const dashboardKeyId = 'key_01M6DV79EPER0ADDXE40ABZEMN'
export const warehouseKeyId = 'key_01M72XE7FWFK6RYJEWMNZA6VSM'
export const endpointId = 'whe_01M6GJRNXTE4GSMZSM6SFSGQE6'
export const deliveredEventId = 'evt_01M7DCWTYNFJAT4P6MFNM5RE8Q'

export const endpointUrl = 'https://hooks.example.com/tidings'

export const confirmedAt = '2026-11-13T09:12:30.412Z'
export const shippedAt = '2026-11-14T16:05:21.087Z'
