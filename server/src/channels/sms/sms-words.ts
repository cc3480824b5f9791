import type { Language } from '../../brand/languages.decide.ts'
import type { OrderStatus } from '../../order-status.ts'

/**
 * The words of a text. Every character is in the alphabet of texts, because another one would make a text three times as long. The
 * word STOP is the same in every language: it is the one that is understood as a reply.
 */
export type SmsWords = {
  shop: string
  order: string
  update: string
  status: Record<OrderStatus, string>
  /** Where there is no space for a sentence. */
  short: string
  stop: string
}

export const smsWords: Record<Language, SmsWords> = {
  en: {
    shop: 'Your shop',
    order: 'your order',
    update: 'has an update',
    status: {
      confirmed: 'is confirmed',
      shipped: 'has shipped',
      ready_for_pickup: 'is ready for pickup',
      delivered: 'has been delivered',
      cancelled: 'has been cancelled',
      refunded: 'has been refunded',
      delayed: 'is delayed',
    },
    short: 'order update.',
    stop: 'Reply STOP to stop',
  },
  de: {
    shop: 'Ihr Shop',
    order: 'Ihre Bestellung',
    update: 'hat Neuigkeiten',
    status: {
      confirmed: 'ist bestätigt',
      shipped: 'ist unterwegs',
      ready_for_pickup: 'ist abholbereit',
      delivered: 'wurde zugestellt',
      cancelled: 'wurde storniert',
      refunded: 'wurde erstattet',
      delayed: 'verspätet sich',
    },
    short: 'Neues zur Bestellung.',
    stop: 'Abbestellen: STOP',
  },
  fr: {
    shop: 'Votre boutique',
    order: 'votre commande',
    update: 'a du nouveau',
    status: {
      confirmed: 'est confirmée',
      shipped: 'est expédiée',
      ready_for_pickup: 'vous attend au retrait',
      delivered: 'a été livrée',
      cancelled: 'a été annulée',
      refunded: 'a été remboursée',
      delayed: 'est retardée',
    },
    short: 'nouvelle de commande.',
    stop: 'Se désabonner : STOP',
  },
  es: {
    shop: 'Tu tienda',
    order: 'tu pedido',
    update: 'tiene novedades',
    status: {
      confirmed: 'ha sido confirmado',
      shipped: 'ha sido enviado',
      ready_for_pickup: 'espera tu recogida',
      delivered: 'ha sido entregado',
      cancelled: 'ha sido cancelado',
      refunded: 'ha sido reembolsado',
      delayed: 'se retrasa',
    },
    short: 'novedades de tu pedido.',
    stop: 'Darse de baja: STOP',
  },
  nl: {
    shop: 'Je winkel',
    order: 'je bestelling',
    update: 'heeft nieuws',
    status: {
      confirmed: 'is bevestigd',
      shipped: 'is verzonden',
      ready_for_pickup: 'ligt klaar',
      delivered: 'is bezorgd',
      cancelled: 'is geannuleerd',
      refunded: 'is terugbetaald',
      delayed: 'is vertraagd',
    },
    short: 'nieuws over je bestelling.',
    stop: 'Afmelden: STOP',
  },
}
