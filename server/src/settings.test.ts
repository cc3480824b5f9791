import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { type Setting, settings } from './settings.ts'

const { privateKey: dkimKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
/** What a shell inserts for the commands in examples. */
const outputs: Record<string, string> = {
  '$(openssl rand -base64 32)': randomBytes(32).toString('base64'),
  '$(openssl rand -hex 32)': randomBytes(32).toString('hex'),
  '$(cat dkim.pem)': dkimKey.trimEnd(),
}
const valueOf = ({ example }: Setting): string => example.replace(/\$\(.*\)/, (command) => outputs[command] ?? command)

/** SECRET_KEY excludes two of the others. */
const { SECRET_KEY: former, ...current } = settings
const environment = Object.fromEntries(Object.entries<Setting>(current).map(([name, one]) => [name, valueOf(one)]))

test('the examples of all settings together are a valid configuration', () => {
  expect(readConfig(environment)).toEqual({ config: expect.anything() })
})

test('the example of SECRET_KEY replaces those of SECRET_KEYS and DIGEST_KEY', () => {
  const { SECRET_KEYS: _keys, DIGEST_KEY: _digest, ...others } = environment
  expect(readConfig({ ...others, SECRET_KEY: valueOf(former) })).toEqual({ config: expect.anything() })
})

describe('an example is read: a value of another form in its position is a problem, or changes the configuration', () => {
  /** Without what operators see, which repeats a value that nothing else reads. */
  const readingOf = (given: Record<string, string>): string => {
    const reading = readConfig(given)
    return JSON.stringify('config' in reading ? { ...reading.config, displayed: null } : reading)
  }
  const read = readingOf(environment)
  for (const name of Object.keys(environment))
    test(name, () => {
      expect(readingOf({ ...environment, [name]: '9' })).not.toBe(read)
    })
})

test('a setting whose name or format speaks of a secret is not displayed as it is', () => {
  const speaks = ([name, { expects }]: [string, Setting]): boolean =>
    /SECRET|TOKEN|PRIVATE|PASSWORD|KEYS?(_|$)/.test(name) || /password|secret|token>/i.test(expects)
  const plain = Object.entries<Setting>(settings).filter(([, { display }]) => display === 'plain')
  expect(plain.filter(speaks)).toEqual([])
  expect(Object.entries<Setting>(settings).filter(speaks).length).toBeGreaterThan(8)
})
