/** The name and the look of the shop `b` for its customers. An owner can choose another name than that of the account. */
export const shopName = 'coalesce(b.sender_name, b.name)'
/** As `brand`, of the type Brand. */
export const brandColumn = `jsonb_build_object('colour', b.brand_colour, 'contact', b.customer_contact, 'replyTo', b.reply_to,
                             'language', b.language) as brand`
