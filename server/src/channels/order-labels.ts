import type { Language } from '../brand/languages.decide.ts'
import type { OrderStatus } from '../order-status.ts'
import { orderStatusLabels } from './order.ts'

/** The statuses of an order in the languages of customers. */
export const orderLabels: Record<Language, Record<OrderStatus, string>> = {
  en: orderStatusLabels,
  de: {
    confirmed: 'Bestätigt',
    shipped: 'Versandt',
    ready_for_pickup: 'Abholbereit',
    delivered: 'Zugestellt',
    cancelled: 'Storniert',
    refunded: 'Erstattet',
    delayed: 'Verspätet',
  },
  fr: {
    confirmed: 'Confirmée',
    shipped: 'Expédiée',
    ready_for_pickup: 'Prête à retirer',
    delivered: 'Livrée',
    cancelled: 'Annulée',
    refunded: 'Remboursée',
    delayed: 'Retardée',
  },
  es: {
    confirmed: 'Confirmado',
    shipped: 'Enviado',
    ready_for_pickup: 'Listo para recoger',
    delivered: 'Entregado',
    cancelled: 'Cancelado',
    refunded: 'Reembolsado',
    delayed: 'Con retraso',
  },
  nl: {
    confirmed: 'Bevestigd',
    shipped: 'Verzonden',
    ready_for_pickup: 'Klaar om op te halen',
    delivered: 'Bezorgd',
    cancelled: 'Geannuleerd',
    refunded: 'Terugbetaald',
    delayed: 'Vertraagd',
  },
}
