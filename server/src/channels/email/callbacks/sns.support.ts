/** For the tests of sns.ts and ses.ts: a topic, and messages signed for it with the key of the test certificate. */
import { sign } from 'node:crypto'
import { createSelfSigned } from '@tidings/simulator/certificate'
import { parseTopic } from './sns.ts'

export const topic = parseTopic('arn:aws:sns:eu-west-1:123456789012:tidings')!
export const certificateUrl = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem'
export const subscribeUrl = `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topic.arn}&Token=2336`

const validity = { notBefore: new Date('2020-01-01T00:00:00Z'), notAfter: new Date('2120-01-01T00:00:00Z') }
const { certificate, privateKey } = await createSelfSigned([{ type: 'dns', value: topic.host }], validity, 'rsa')

export { certificate }

type Message = Record<string, string>

export const notification: Message = {
  Type: 'Notification',
  MessageId: '0d2f6b1e-5c3a-5e47-9b10-3a8f1c7e6d55',
  TopicArn: topic.arn,
  Message: 'hello',
  Timestamp: '2026-11-14T22:41:02.000Z',
  SignatureVersion: '2',
  SigningCertURL: certificateUrl,
  UnsubscribeURL: 'https://sns.eu-west-1.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=sample',
}

export const confirmation: Message = {
  Type: 'SubscriptionConfirmation',
  MessageId: '0d2f6b1e-5c3a-5e47-9b10-3a8f1c7e6d56',
  Token: '2336',
  TopicArn: topic.arn,
  Message: 'Visit the address to confirm.',
  SubscribeURL: subscribeUrl,
  Timestamp: '2026-11-14T22:41:02.000Z',
  SignatureVersion: '1',
  SigningCertURL: certificateUrl,
}

/** The text to sign according to Amazon's documentation. A value that is not a string counts as an empty one. */
const signedText = (message: Message): string =>
  canonicalText(
    Object.fromEntries(Object.entries(message).map(([name, value]) => [name, typeof value === 'string' ? value : ''])),
  )
const canonicalText = (m: Message): string =>
  m.Type === 'Notification'
    ? `Message\n${m.Message}\nMessageId\n${m.MessageId}\n${(m.Subject ?? '') === '' ? '' : `Subject\n${m.Subject}\n`}Timestamp\n${m.Timestamp}\nTopicArn\n${m.TopicArn}\nType\n${m.Type}\n`
    : `Message\n${m.Message}\nMessageId\n${m.MessageId}\nSubscribeURL\n${m.SubscribeURL}\nTimestamp\n${m.Timestamp}\nToken\n${m.Token}\nTopicArn\n${m.TopicArn}\nType\n${m.Type}\n`

export const signed = (message: Message): Message => ({
  ...message,
  Signature: sign(
    message.SignatureVersion === '1' ? 'sha1' : 'sha256',
    Buffer.from(signedText(message)),
    privateKey,
  ).toString('base64'),
})
