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
  const read = JSON.stringify(readConfig(environment))
  for (const name of Object.keys(environment))
    test(name, () => {
      expect(JSON.stringify(readConfig({ ...environment, [name]: '9' }))).not.toBe(read)
    })
})
