import { describe, expect, test } from 'vitest'
import { corruptedCopies, hostileBodies, now } from '../../callback.support.ts'
import { parseJson } from '../../json.ts'
import {
  certificate,
  certificateUrl,
  confirmation,
  notification,
  subscribeUrl as ourSubscribeUrl,
  signed,
  topic,
} from './sns.support.ts'
import { createVerifier, parseTopic, subscribeUrl } from './sns.ts'

const isSigned = createVerifier(topic, async () => certificate)

describe('the signature', () => {
  for (const [what, message] of [
    ['a notification, version 1', signed({ ...notification, SignatureVersion: '1' })],
    ['a notification, version 2', signed({ ...notification, SignatureVersion: '2' })],
    ['a notification with a subject', signed({ ...notification, Subject: 'Amazon SES Email Event Notification' })],
    ['a notification of many lines', signed({ ...notification, Message: '{\n"ünïcode": "✓"\n}' })],
    ['a confirmation, version 1', signed({ ...confirmation, SignatureVersion: '1' })],
    ['a confirmation, version 2', signed({ ...confirmation, SignatureVersion: '2' })],
    ['an unsubscription', signed({ ...confirmation, Type: 'UnsubscribeConfirmation' })],
  ] as const)
    test(`${what} is verified`, async () => expect(await isSigned(message, now)).toBe(true))

  const { Signature: _, ...unsigned } = signed(notification)
  for (const [what, message] of [
    ['another message', { ...signed(notification), Message: 'goodbye' }],
    ['an added subject', { ...signed(notification), Subject: 'hello' }],
    ['a removed subject', { ...signed({ ...notification, Subject: 'hello' }), Subject: undefined }],
    ['another time', { ...signed(notification), Timestamp: '2026-11-14T22:41:03.000Z' }],
    ['another subscribe URL', { ...signed(confirmation), SubscribeURL: `${ourSubscribeUrl}&x` }],
    ['another token', { ...signed(confirmation), Token: '2337' }],
    ['version 2 labelled as 1', { ...signed(notification), SignatureVersion: '1' }],
    ['an unknown version', { ...signed(notification), SignatureVersion: '3' }],
    ['a version that is a number', { ...signed(notification), SignatureVersion: 2 }],
    ['an unknown type', signed({ ...notification, Type: 'Greeting' })],
    ['a type that is the name of an object property', { ...signed(notification), Type: 'constructor' }],
    ['another topic of the account', signed({ ...notification, TopicArn: `${topic.arn}2` })],
    ["another account's topic", signed({ ...notification, TopicArn: 'arn:aws:sns:eu-west-1:210987654321:tidings' })],
    ['a signature that is not base64', { ...signed(notification), Signature: '!!!' }],
    ['no signature', unsigned],
  ] as const)
    test(`${what} is not verified`, async () => expect(await isSigned(message, now)).toBe(false))

  for (const [seconds, isValid] of [
    [75 * 60, true],
    [75 * 60 + 1, false],
    [-900, true],
    [-901, false],
  ] as const)
    test(`a message published ${seconds} seconds ago is ${isValid ? 'verified' : 'not verified'}`, async () => {
      const then = new Date(Date.parse(notification.Timestamp!) + seconds * 1000)
      expect(await isSigned(signed(notification), then)).toBe(isValid)
    })

  for (const [what, body] of hostileBodies)
    test(`${what} is not verified`, async () => expect(await isSigned(parseJson(body), now)).toBe(false))

  test('unexpected values are not verified and do not throw', async () => {
    const { UnsubscribeURL: __, ...message } = signed(notification)
    const results = await Promise.all(corruptedCopies(message).map((payload) => isSigned(payload, now)))
    expect(results.length).toBeGreaterThan(80)
    expect(results.filter(Boolean)).toEqual([])
  })
})

describe('the certificate', () => {
  for (const url of [
    'http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-01.pem',
    'HTTPS://sns.eu-west-1.amazonaws.com/SimpleNotificationService-01.pem',
    'https://SNS.eu-west-1.amazonaws.com/SimpleNotificationService-01.pem',
    'https://sns.eu-west-1.amazonaws.com:443/SimpleNotificationService-01.pem',
    'https://sns.eu-west-1.amazonaws.com:8443/SimpleNotificationService-01.pem',
    'https://user@sns.eu-west-1.amazonaws.com/SimpleNotificationService-01.pem',
    'https://sns.eu-west-1.amazonaws.com@evil.example/SimpleNotificationService-01.pem',
    'https://sns.eu-west-1.amazonaws.com:x@evil.example/SimpleNotificationService-01.pem',
    'https://sns.eu-west-1.amazonaws.com.evil.example/SimpleNotificationService-01.pem',
    'https://sns.eu-west-1.amazonaws.com.cn/SimpleNotificationService-01.pem',
    'https://evil.example/sns.eu-west-1.amazonaws.com/SimpleNotificationService-01.pem',
    'https://evil.example/?https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-01.pem',
    'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-01.pem',
    'https://sns.eu-west-1.amazonaws.co/SimpleNotificationService-01.pem',
    'https://snsXeu-west-1.amazonaws.com/SimpleNotificationService-01.pem',
    'https://sns.eu-west-1.amazonaws.com.:443/SimpleNotificationService-01.pem',
    'https://sns-eu-west-1.amazonaws.com/SimpleNotificationService-01.pem',
    'https://bucket.s3.amazonaws.com/SimpleNotificationService-01.pem',
    'https://sns.eu-west-1.amazonaws.com/',
    'https://sns.eu-west-1.amazonaws.com/.pem',
    'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-01.pem?x=1',
    'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-01.pem#x',
    'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-01.pem\n',
    'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-01.pem/..',
    'https://sns.eu-west-1.amazonaws.com/../SimpleNotificationService-01.pem',
    'https://sns.eu-west-1.amazonaws.com/a/b.pem',
    'https://sns.eu-west-1.amazonaws.com/%2e%2e%2fa.pem',
    'https://sns.eu-west-1.amazonaws.com//evil.example/a.pem',
    'https://sns.eu-west-1.amazonaws.com/?Action=GetTopicAttributes&x=.pem',
    'https://sns.eu-west-1.amazonaws.com\\@evil.example/a.pem',
    ' https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-01.pem',
    'https:/sns.eu-west-1.amazonaws.com/SimpleNotificationService-01.pem',
    '//sns.eu-west-1.amazonaws.com/SimpleNotificationService-01.pem',
    'file:///etc/a.pem',
    'http://169.254.169.254/latest/a.pem',
    '',
  ])
    test(`${JSON.stringify(url)} is never fetched`, async () => {
      const fetched: string[] = []
      const verify = createVerifier(topic, async (certificateAddress) => {
        fetched.push(certificateAddress)
        return certificate
      })
      expect({ isVerified: await verify(signed({ ...notification, SigningCertURL: url }), now), fetched }).toEqual({
        isVerified: false,
        fetched: [],
      })
    })

  test('no certificate is fetched for a message of another topic', async () => {
    const verify = createVerifier(topic, () => {
      throw new Error('must not be fetched')
    })
    expect(await verify(signed({ ...notification, TopicArn: 'arn:aws:sns:eu-west-1:210987654321:x' }), now)).toBe(false)
  })

  test('it is fetched once, also for concurrent callbacks', async () => {
    const fetched: string[] = []
    const verify = createVerifier(topic, async (url) => {
      fetched.push(url)
      return certificate
    })
    const concurrent = await Promise.all([verify(signed(notification), now), verify(signed(confirmation), now)])
    const later = await verify(signed(notification), now)
    expect({ concurrent, later, fetched }).toEqual({ concurrent: [true, true], later: true, fetched: [certificateUrl] })
  })

  for (const [what, first] of [
    ['no file', null],
    ['a file that is not a certificate', 'not a certificate'],
  ] as const)
    test(`${what}: the message is not verified, and the result is not cached`, async () => {
      const files = [first, certificate]
      const verify = createVerifier(topic, async () => files.shift() ?? null)
      expect([await verify(signed(notification), now), await verify(signed(notification), now)]).toEqual([false, true])
    })

  test('an unreachable Amazon is an error, not a forgery, and is not cached', async () => {
    const files = [Promise.reject(new Error('unreachable')), Promise.resolve(certificate)]
    const verify = createVerifier(topic, () => files.shift()!)
    await expect(verify(signed(notification), now)).rejects.toThrow('unreachable')
    expect(await verify(signed(notification), now)).toBe(true)
  })

  for (const [time, isValid] of [
    ['2019-12-31T23:59:59.000Z', false],
    ['2020-01-01T00:00:01.000Z', true],
    ['2119-12-31T23:59:59.000Z', true],
    ['2120-01-01T00:00:01.000Z', false],
  ] as const)
    test(`a certificate valid from 2020 to 2120 is ${isValid ? 'accepted' : 'rejected'} at ${time}`, async () => {
      expect(await isSigned(signed({ ...notification, Timestamp: time }), new Date(time))).toBe(isValid)
    })
})

describe('the confirmation', () => {
  test('the URL of a confirmation is returned', () => {
    expect(subscribeUrl(signed(confirmation), topic)).toBe(ourSubscribeUrl)
  })

  for (const [what, message] of [
    ['a notification', { ...notification, SubscribeURL: ourSubscribeUrl }],
    ['an unsubscription, whose URL would subscribe again', { ...confirmation, Type: 'UnsubscribeConfirmation' }],
    ['http', { ...confirmation, SubscribeURL: ourSubscribeUrl.replace('https', 'http') }],
    ['another region', { ...confirmation, SubscribeURL: ourSubscribeUrl.replace('eu-west-1', 'us-east-1') }],
    ['a look-alike host', { ...confirmation, SubscribeURL: ourSubscribeUrl.replace('.com/', '.com.evil.example/') }],
    ['a port', { ...confirmation, SubscribeURL: ourSubscribeUrl.replace('.com/', '.com:8443/') }],
    ['a user', { ...confirmation, SubscribeURL: ourSubscribeUrl.replace('.com/', '.com@evil.example/') }],
    ['another action', { ...confirmation, SubscribeURL: ourSubscribeUrl.replace('ConfirmSubscription', 'Publish') }],
    ['no URL', { ...confirmation, SubscribeURL: 7 }],
    ['no message', null],
  ] as const)
    test(`${what} yields no confirmation URL`, () => expect(subscribeUrl(message, topic)).toBeNull())
})

for (const [arn, host] of [
  ['arn:aws:sns:eu-west-1:123456789012:tidings', 'sns.eu-west-1.amazonaws.com'],
  ['arn:aws:sns:us-east-1:123456789012:Tidings_events-1', 'sns.us-east-1.amazonaws.com'],
  ['arn:aws-us-gov:sns:us-gov-west-1:123456789012:tidings', 'sns.us-gov-west-1.amazonaws.com'],
  ['arn:aws-cn:sns:cn-north-1:123456789012:tidings', 'sns.cn-north-1.amazonaws.com.cn'],
] as const)
  test(`${arn} has its certificates at ${host}`, () => expect(parseTopic(arn)).toEqual({ arn, host }))

for (const arn of [
  '',
  'tidings',
  'arn:aws:sqs:eu-west-1:123456789012:tidings',
  'arn:aws:sns::123456789012:tidings',
  'arn:aws:sns:eu-west-1:123:tidings',
  'arn:aws:sns:eu-west-1:123456789012:',
  'arn:aws:sns:eu-west-1:123456789012:tidings.fifo',
  'arn:aws:sns:evil.example/:123456789012:tidings',
  'arn:aws:sns:eu-west-1:123456789012:tidings:subscription',
  'arn:evil:sns:eu-west-1:123456789012:tidings',
  'arn:aws:sns:eu-west-1:123456789012:tidings\n',
])
  test(`${JSON.stringify(arn)} is not a topic`, () => expect(parseTopic(arn)).toBeUndefined())
