import { orderLabels } from '../../channels/order-labels.ts'
import type { LocaleTexts } from './en.ts'

export const de: LocaleTexts = {
  locale: 'de-DE',
  shop: 'Ihr Shop',
  update: 'Neuigkeiten zu Ihrer Bestellung',
  order: 'Bestellung {reference}',
  status: orderLabels.de,
  inbox: {
    title: 'Neuigkeiten von {shop}',
    lead: 'Neuigkeiten zu Ihren Bestellungen, die neuesten zuerst.',
    announced: 'Zuerst die Bestellung, um die es in Ihrer Nachricht ging, dann die anderen, die neuesten zuerst.',
    new: 'Neu',
    empty: 'Hier ist noch nichts.',
    progress: 'Stand dieser Bestellung',
    updated: 'Geändert am {time}',
    obsolete: 'Überholt',
    retracted: 'Vom Shop zurückgenommen',
    read: 'Ich habe das gelesen',
    pages: 'Seiten',
    newest: 'Neueste',
    older: 'Ältere',
    contact: 'Fragen? So erreichen Sie {shop}:',
    why: 'Sie erhalten diese Nachrichten, weil Sie bei {shop} bestellt haben. Der Shop kann sehen, ob Sie sie gelesen haben.',
    unsubscribed:
      'Sie haben alle Nachrichten von {shop} abbestellt. Neues erscheint hier, aber nichts weist Sie darauf hin.',
  },
  settings: {
    title: 'Einstellungen und Ihre Daten',
    lead: 'Alles hier betrifft nur {shop} und keinen anderen Shop.',
    back: 'Zurück zu Ihren Nachrichten',
    stopped: 'Abbestellt',
  },
  texts: {
    title: 'SMS',
    does: 'Wenn Sie SMS abbestellen, schickt {shop} Ihnen keine mehr.',
    doesNot:
      'E-Mails und WhatsApp-Nachrichten kommen weiterhin. Eine SMS mit START hebt nicht auf, was Sie hier abbestellen.',
    liftable:
      'Sie haben SMS per Antwort mit STOP abbestellt; eine SMS mit START würde sie wieder zulassen. Bestellen Sie sie auch hier ab, gilt das nicht mehr.',
    button: 'SMS abbestellen',
    done: 'Erledigt. {shop} schickt Ihnen keine SMS mehr.',
    alreadyUsed: 'SMS sind abbestellt. Eine SMS mit START ändert daran nichts.',
    since: 'Nummer zuerst angegeben',
  },
  whatsapp: {
    title: 'WhatsApp',
    does: 'Wenn Sie WhatsApp abbestellen, schreibt {shop} Ihnen dort nicht mehr.',
    doesNot:
      'E-Mails und SMS kommen weiterhin. START auf WhatsApp zu schreiben hebt nicht auf, was Sie hier abbestellen.',
    button: 'WhatsApp abbestellen',
    done: 'Erledigt. {shop} schreibt Ihnen nicht mehr über WhatsApp.',
    alreadyUsed: 'WhatsApp-Nachrichten sind abbestellt. START zu schreiben ändert daran nichts.',
    since: 'WhatsApp zugestimmt',
  },
  number: {
    title: 'Das ist nicht meine Nummer',
    does: 'Wenn Sie das sagen, wird die Nummer mit der Endung {ending} aus Ihren Angaben entfernt, und {shop} schickt dorthin keine SMS und keine WhatsApp-Nachrichten mehr.',
    doesNot:
      'E-Mails kommen weiterhin. Geben Sie dem Shop eine andere Nummer, können Nachrichten dorthin gehen. Links in früheren Nachrichten gelten dann nicht mehr.',
    button: 'Nummer entfernen',
    done: 'Erledigt. Die Nummer ist entfernt, und {shop} schreibt nicht mehr dorthin.',
    alreadyUsed: 'In Ihren Angaben steht keine Nummer.',
  },
  everything: {
    title: 'Alles abbestellen',
    does: 'Wenn Sie alles abbestellen, schreibt {shop} Ihnen nie wieder per E-Mail, SMS oder WhatsApp, auch nicht zu neuen Bestellungen. Das lässt sich nicht rückgängig machen.',
    doesNot: 'Ihr Posteingang bleibt: Dort können Sie weiterhin alles lesen. Andere Shops sind nicht betroffen.',
    button: 'Endgültig alles abbestellen',
    done: 'Erledigt. {shop} schreibt Ihnen nicht mehr.',
    alreadyUsed: 'Sie haben alles von {shop} abbestellt. Ihr Posteingang bleibt.',
  },
  dataExport: {
    title: 'Was über Sie gespeichert ist',
    email: 'E-Mail-Adresse',
    phone: 'Nummer',
    noPhone: 'Keine',
    messages: 'Nachrichten',
    never: 'Nie',
    lead: 'Die Datei enthält alles: diese Angaben, was Sie abbestellt haben, jede Nachricht und was aus ihr wurde, und Ihre Antworten.',
    download: 'Alles herunterladen (JSON)',
  },
  erasure: {
    title: 'Um Löschung bitten',
    does: 'Wenn Sie darum bitten, erfährt {shop} per E-Mail und über sein eigenes System, dass Sie die Löschung Ihrer Daten wünschen.',
    doesNot: 'Gelöscht wird damit noch nichts: Das macht der Shop. Sie können einmal am Tag darum bitten.',
    button: 'Den Shop um Löschung bitten',
    done: 'Erledigt. {shop} weiß jetzt, dass Sie die Löschung Ihrer Daten wünschen.',
    alreadyUsed: 'Sie haben {shop} am {time} darum gebeten. Einen Tag später können Sie es wieder tun.',
  },
  signOut: {
    title: 'Überall abmelden',
    does: 'Wenn Sie sich abmelden, gelten diese Seite und alle Links, die Sie bisher von {shop} bekommen haben, auf keinem Gerät mehr.',
    doesNot: 'Damit wird nichts abbestellt und nichts gelöscht. In der nächsten E-Mail steht ein neuer Link.',
    button: 'Überall abmelden',
    doneTitle: 'Erledigt: Sie sind überall abgemeldet',
    done: 'Die Links, die Sie bisher von {shop} bekommen haben, gelten nicht mehr.',
  },
  onlyOrder: {
    lead: 'Sie sind dem Link einer Nachricht auf Ihr Telefon gefolgt. Er öffnet nur, worum es darin ging.',
  },
  allUpdates: {
    title: 'Alle Nachrichten, Einstellungen und Ihre Daten',
    does: 'Einen Link dorthin bekommt nur Ihre E-Mail-Adresse, denn eine Nummer kann einer anderen Person gehören. Wir können ihn an die Adresse schicken, die {shop} von Ihnen hat.',
    button: 'Link per E-Mail schicken',
  },
  wrongNumber: {
    does: 'Wenn Sie das sagen, entfernt {shop} diese Nummer und schickt dorthin keine SMS und keine WhatsApp-Nachrichten mehr. E-Mails an die Kundin oder den Kunden kommen weiterhin.',
    ends: 'Diese Seite und die Links in früheren Nachrichten gelten dann nicht mehr.',
    doneTitle: 'Erledigt: Diese Nummer ist entfernt',
    done: '{shop} schreibt nicht mehr dorthin. Die Links in früheren Nachrichten gelten nicht mehr.',
  },
  ended: {
    title: 'Es wurde nichts geändert',
    lead: 'Dieser Besuch ist beendet. Was Sie gewählt haben, wurde nicht ausgeführt. Folgen Sie einem neuen Link und wählen Sie noch einmal.',
  },
  staleLink: {
    title: 'Dieser Link gilt nicht mehr',
    lead: 'Ein Link zu Ihren Nachrichten gilt 90 Tage. Er endet früher, wenn Ihre Nummer geändert wurde oder Sie sich überall abgemeldet haben. In der neuesten E-Mail des Shops steht ein neuer.',
    ask: 'Oder wir schicken einen neuen Link an die E-Mail-Adresse, für die dieser gedacht war.',
    button: 'Neuen Link per E-Mail schicken',
    cookie:
      'Wenn Sie gerade einem neuen Link gefolgt sind: Erlauben Sie dieser Seite ein Cookie und öffnen Sie den Link noch einmal.',
  },
  freshLink: {
    title: 'Bitte sehen Sie in Ihre E-Mails',
    lead: 'Wenn der Link von uns war, ist ein neuer unterwegs an die E-Mail-Adresse, für die er gedacht war.',
    wait: 'Das kann ein paar Minuten dauern. Kommt nichts, können Sie es nach zehn Minuten wieder versuchen.',
  },
  freshLinkEmail: {
    subject: 'Ihr neuer Link',
    lead: 'Hier ist der neue Link, um den Sie gebeten haben. Er führt zu Ihren Nachrichten von {shop}:',
    someShop: 'Ihrem Shop',
    care: 'Er gilt 90 Tage und ist nur für Sie: Wer ihn hat, kann Ihre Nachrichten lesen. Wenn Sie nicht darum gebeten haben, brauchen Sie nichts zu tun.',
  },
  tooMany: {
    title: 'Das war etwas schnell',
    lead: 'Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.',
  },
  unavailable: {
    title: 'Gerade nicht möglich',
    lead: 'Das konnten wir gerade nicht abschließen. Bitte versuchen Sie es gleich noch einmal.',
  },
  verifyText: {
    title: 'Ist diese SMS echt?',
    lead: 'Sie haben eine SMS zu einer Bestellung erhalten und fragen sich, von wem? Geben Sie ein, was darin steht, und wir sagen Ihnen, ob sie von uns kam.',
    clue: 'Die Bestellnummer oder der Link aus der SMS',
    clueHint: 'Zum Beispiel #1042, oder der Link von Anfang bis Ende.',
    ending: 'Die letzten vier Ziffern der Nummer, an die sie ging',
    button: 'Prüfen',
    yes: 'Ja, wir haben in den letzten 90 Tagen eine SMS damit an eine Nummer mit der Endung {ending} geschickt.',
    yesCare: 'Worte lassen sich abschreiben. Ein Link von uns beginnt mit {address}; jeder andere führt nicht zu uns.',
    unknown: 'Wir können diese SMS nicht bestätigen.',
    unknownCare:
      'Bitte prüfen Sie Ihre Eingabe. Wenn sie stimmt, öffnen Sie den Link in der SMS nicht, und fragen Sie den Shop auf einem Weg, den Sie schon kennen.',
    privacy:
      'Mehr als ja oder „nicht zu bestätigen“ erfährt hier niemand: keinen Shop, keinen Namen, keine Bestellung.',
  },
  unsubscribe: {
    title: 'Alle Nachrichten von {shop} abbestellen?',
    doesNot: 'Ihr Posteingang bleibt: Dort können Sie weiterhin alles lesen.',
    button: 'Alle Nachrichten abbestellen',
    doneTitle: 'Erledigt: {shop} schreibt Ihnen nicht mehr',
    done: 'Das gilt für E-Mail, SMS und WhatsApp. Ihr Posteingang bleibt: Dort können Sie weiterhin alles lesen.',
  },
}
