import { orderStatusLabels } from '../../channels/order.ts'

/** The texts of the inbox in English. Names in braces are placeholders. */
export const en = {
  /** The format of dates. Its language is the language of the page. */
  locale: 'en-GB',
  shop: 'Your shop',
  update: 'An update about your order',
  order: 'Order {reference}',
  status: orderStatusLabels,
  inbox: {
    title: 'Updates from {shop}',
    lead: 'Updates about your orders, newest first.',
    announced: 'The order your message was about comes first, the others follow, newest first.',
    new: 'New',
    empty: 'There is nothing here yet.',
    progress: 'Where this order stands',
    updated: 'Updated {time}',
    obsolete: 'Out of date',
    retracted: 'Taken back by the shop',
    read: 'I have read this',
    pages: 'Pages',
    newest: 'Newest',
    older: 'Older',
    contact: 'Questions? How to reach {shop}:',
    why: 'You get these updates because you ordered at {shop}. The shop can see whether you have read them.',
    unsubscribed: 'You have stopped all updates from {shop}. What is new appears here, and nothing announces it.',
  },
  settings: {
    title: 'Settings and your data',
    lead: 'All of this is about {shop} and about no other shop.',
    back: 'Back to your updates',
    stopped: 'Stopped',
  },
  texts: {
    title: 'Text messages',
    does: 'If you stop texts, {shop} will not text you any more.',
    doesNot: 'Emails and WhatsApp messages still come. A text with START does not undo a stop you make here.',
    liftable:
      'You stopped texts by replying STOP, and a text with START would let them begin again. Stop them here as well, and it would not.',
    button: 'Stop texts',
    done: 'Done. {shop} will not text you any more.',
    alreadyUsed: 'Texts are stopped, and a text with START does not change that.',
    since: 'Number first given',
  },
  whatsapp: {
    title: 'WhatsApp',
    does: 'If you stop WhatsApp, {shop} will not write to you there any more.',
    doesNot: 'Emails and texts still come. Writing START on WhatsApp does not undo a stop you make here.',
    button: 'Stop WhatsApp',
    done: 'Done. {shop} will not write to you on WhatsApp any more.',
    alreadyUsed: 'WhatsApp messages are stopped, and writing START does not change that.',
    since: 'Agreed to WhatsApp',
  },
  number: {
    title: 'This is not my number',
    does: 'If you say so, the number ending in {ending} is taken off your details, and {shop} sends no texts and no WhatsApp messages to it any more.',
    doesNot:
      'Emails still come. If you give the shop another number, messages can go there. Links in earlier messages stop working.',
    button: 'Take this number off',
    done: 'Done. The number was taken off, and {shop} does not write to it any more.',
    alreadyUsed: 'There is no number in your details.',
  },
  everything: {
    title: 'Stop everything',
    does: 'If you stop everything, {shop} will not write to you again by email, text message or WhatsApp, not about new orders either. This cannot be undone.',
    doesNot: 'Your inbox stays: you can still read your updates there. Other shops are not affected.',
    button: 'Stop everything, for good',
    done: 'Done. {shop} will not write to you any more.',
    alreadyUsed: 'You have stopped everything from {shop}. Your inbox stays.',
  },
  dataExport: {
    title: 'What is held about you',
    email: 'Email address',
    phone: 'Number',
    noPhone: 'None',
    messages: 'Messages',
    never: 'Never',
    lead: 'The file holds all there is: these details, what you stopped, every message with what became of it, and your replies.',
    download: 'Download everything (JSON)',
  },
  erasure: {
    title: 'Ask to be erased',
    does: 'If you ask, {shop} is told, by an email and by its own system, that you want your data erased.',
    doesNot: 'Nothing is erased yet: the shop does it. You can ask once a day.',
    button: 'Ask the shop to erase my data',
    done: 'Done. {shop} has been told that you want your data erased.',
    alreadyUsed: 'You asked {shop} on {time}. You can ask again a day after that.',
  },
  signOut: {
    title: 'Sign out everywhere',
    does: 'If you sign out, this page and every link you got from {shop} so far stop working, on every device.',
    doesNot: 'Nothing is stopped and nothing is erased. The next email has a new link.',
    button: 'Sign out everywhere',
    doneTitle: 'Done: you are signed out everywhere',
    done: 'The links you got from {shop} so far do not work any more.',
  },
  /** The page of one order, for the reader of a text or WhatsApp message. */
  onlyOrder: {
    lead: 'You followed the link of a message to your phone. It opens only what that message was about.',
  },
  allUpdates: {
    title: 'All your updates, settings and data',
    does: 'A link to them goes only to your email address, because a number can belong to another person. We can send it to the address that {shop} has for you.',
    button: 'Email me the link',
  },
  wrongNumber: {
    does: 'If you say so, {shop} takes this number off and sends no texts and no WhatsApp messages to it any more. Emails to the customer still come.',
    ends: 'This page and the links in earlier messages stop working.',
    doneTitle: 'Done: this number was taken off',
    done: '{shop} does not write to it any more. The links in earlier messages do not work any more.',
  },
  /** The response to a form whose session has ended. */
  ended: {
    title: 'Nothing was changed',
    lead: 'This visit has ended, so what you chose was not done. Follow a new link and choose again.',
  },
  staleLink: {
    title: 'This link is not valid any more',
    lead: 'A link to your updates lasts for 90 days. It ends earlier if your number was changed or you signed out everywhere. The newest email from the shop has a fresh one.',
    ask: 'Or we send a fresh link to the email address that this one was for.',
    button: 'Email me a fresh link',
    cookie: 'If you have just followed a fresh link, let this page keep a cookie and follow the link again.',
  },
  freshLink: {
    title: 'Please look into your mail',
    lead: 'If that link was one of ours, a fresh one is on its way to the email address it was for.',
    wait: 'That can take a few minutes. If nothing comes, you can ask again after ten.',
  },
  /** The email with the fresh link. The subject does not contain the shop's name, because the merchant chooses the name. */
  freshLinkEmail: {
    subject: 'Your fresh link',
    lead: 'Here is the fresh link you asked for. It leads to your updates from {shop}:',
    someShop: 'your shop',
    care: 'It lasts for 90 days and is only for you: whoever has it can read your updates. If you did not ask for it, you need not do anything.',
  },
  tooMany: {
    title: 'That was a little fast',
    lead: 'Please wait a minute, then try again.',
  },
  unavailable: {
    title: 'Not just now',
    lead: 'We could not finish this just now. Please try again in a moment.',
  },
  verifyText: {
    title: 'Is this text real?',
    lead: 'You got a text about an order and wonder who sent it? Type what it says, and we tell you whether it was us.',
    clue: 'The order number or the link in the text',
    clueHint: 'Such as #1042, or the link from beginning to end.',
    ending: 'The last four digits of the number it came to',
    button: 'Check',
    yes: 'Yes, we sent a text with this to a number that ends in {ending}, in the last 90 days.',
    yesCare: 'LocaleTexts can be copied. A link of ours begins with {address}, and any other does not lead to us.',
    unknown: 'We cannot confirm this text.',
    unknownCare:
      'Please check what you typed. If it is right, do not follow the link in the text, and ask the shop in a way you already know.',
    privacy: 'Nobody learns more here than yes or cannot confirm: no shop, no name, no order.',
  },
  unsubscribe: {
    title: 'Stop all updates from {shop}?',
    doesNot: 'Your inbox stays: you can still read your updates there.',
    button: 'Stop all updates',
    doneTitle: 'Done: {shop} will not write to you any more',
    done: 'This holds for email, text messages and WhatsApp. Your inbox stays: you can still read your updates there.',
  },
}

/** The texts of one language. The type comes from English, so that a missing text in another language does not compile. */
export type LocaleTexts = typeof en
