/** The mail that brings a fresh link, in the language it was asked for in. The subject names no shop: a name is the merchant's text. */
export function freshLinkWords(language: string, shop: string, link: string): { subject: string; text: string } {
  const { subject, text } = words[language] ?? words['en']!
  return { subject, text: text(shop === '' ? '' : ` ${shop}`, link) }
}

type LinkWords = { subject: string; text: (shop: string, link: string) => string }

const words: Record<string, LinkWords> = {
  en: {
    subject: 'Your fresh link',
    text: (shop, link) => `Here is the fresh link you asked for. It leads to your updates from${shop || ' your shop'}:

${link}

It lasts for 90 days and is only for you: whoever has it can read your updates. If you did not ask for it, you need not do anything.`,
  },
  de: {
    subject: 'Ihr neuer Link',
    text: (
      shop,
      link,
    ) => `Hier ist der neue Link, um den Sie gebeten haben. Er führt zu Ihren Nachrichten von${shop || ' Ihrem Shop'}:

${link}

Er gilt 90 Tage und ist nur für Sie: Wer ihn hat, kann Ihre Nachrichten lesen. Wenn Sie nicht darum gebeten haben, brauchen Sie nichts zu tun.`,
  },
  fr: {
    subject: 'Votre nouveau lien',
    text: (
      shop,
      link,
    ) => `Voici le nouveau lien que vous avez demandé. Il mène à vos messages de${shop || ' votre boutique'} :

${link}

Il vaut 90 jours et il est personnel : qui l’a peut lire vos messages. Si vous ne l’avez pas demandé, vous n’avez rien à faire.`,
  },
  es: {
    subject: 'Tu enlace nuevo',
    text: (shop, link) => `Aquí está el enlace nuevo que pediste. Lleva a tus mensajes de${shop || ' tu tienda'}:

${link}

Vale 90 días y es solo para ti: quien lo tenga puede leer tus mensajes. Si no lo pediste, no tienes que hacer nada.`,
  },
  nl: {
    subject: 'Je nieuwe link',
    text: (
      shop,
      link,
    ) => `Hier is de nieuwe link waar je om vroeg. Hij leidt naar je berichten van${shop || ' je winkel'}:

${link}

Hij is 90 dagen geldig en alleen voor jou: wie hem heeft, kan je berichten lezen. Heb je er niet om gevraagd, dan hoef je niets te doen.`,
  },
}
