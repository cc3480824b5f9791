import type { Language } from '../../brand/languages.decide.ts'

/** The service's own words in an email. Of a pair, the name or the number of the order stands between the two. */
export type MailWords = {
  shop: string
  subject: string
  order: string
  openInbox: string
  why: readonly [string, string]
  contact: string
  unsubscribe: string
}

export const mailWords: Record<Language, MailWords> = {
  en: {
    shop: 'Your shop',
    subject: 'An update about your order',
    order: 'Order',
    openInbox: 'Open your inbox',
    why: ['You get this because you ordered at ', '.'],
    contact: 'Contact:',
    unsubscribe: 'Unsubscribe from these updates',
  },
  de: {
    shop: 'Ihr Shop',
    subject: 'Neuigkeiten zu Ihrer Bestellung',
    order: 'Bestellung',
    openInbox: 'Ihre Nachrichten öffnen',
    why: ['Sie erhalten dies, weil Sie bei ', ' bestellt haben.'],
    contact: 'Kontakt:',
    unsubscribe: 'Diese Nachrichten abbestellen',
  },
  fr: {
    shop: 'Votre boutique',
    subject: 'Du nouveau sur votre commande',
    order: 'Commande',
    openInbox: 'Ouvrir vos messages',
    why: ['Vous recevez ceci parce que vous avez commandé chez ', '.'],
    contact: 'Contact :',
    unsubscribe: 'Se désabonner de ces messages',
  },
  es: {
    shop: 'Tu tienda',
    subject: 'Novedades de tu pedido',
    order: 'Pedido',
    openInbox: 'Abrir tus mensajes',
    why: ['Recibes esto porque hiciste un pedido en ', '.'],
    contact: 'Contacto:',
    unsubscribe: 'Darse de baja de estos mensajes',
  },
  nl: {
    shop: 'Je winkel',
    subject: 'Nieuws over je bestelling',
    order: 'Bestelling',
    openInbox: 'Je berichten openen',
    why: ['Je krijgt dit omdat je bij ', ' hebt besteld.'],
    contact: 'Contact:',
    unsubscribe: 'Afmelden voor deze berichten',
  },
}
