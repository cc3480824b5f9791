import { describe, expect, test } from 'vitest'
import type { DisplayedValue, SettingDisplay } from './displayed-settings.ts'
import { displayedValue } from './setting-display.decide.ts'

const hidden: DisplayedValue = { kind: 'hidden' }
const text = (value: string): DisplayedValue => ({ kind: 'text', text: value })
/** A part that is a text is shown, true is set and not shown, false is not set. */
const parts = (given: Record<string, string | boolean>): DisplayedValue => ({
  kind: 'parts',
  parts: Object.entries(given).map(([name, value]) =>
    typeof value === 'string' ? { name, text: value, isSet: true } : { name, text: null, isSet: value },
  ),
})
const key = Buffer.alloc(32, 7).toString('base64')
const sid = `AC${'0a'.repeat(16)}`

const table: Record<SettingDisplay, [given: string, value: DisplayedValue][]> = {
  plain: [
    ['8080', text('8080')],
    ['<b>', text('<b>')],
  ],
  secret: [
    ['hunter2', hidden],
    ['https://user@example.com', hidden],
  ],
  key_ids: [
    [`1:${key}`, parts({ 'Signs and encrypts': '1' })],
    [` 2:${key} , 1:${key},old_one-:${key}`, parts({ 'Signs and encrypts': '2', 'Also accepted': '1, old_one-' })],
    [key, hidden],
    [`1:${key},${key}`, hidden],
    [`${key}:1`, hidden],
    ['hunter2:short', hidden],
    [`1:${key},`, hidden],
    [`a secret:${key}`, hidden],
  ],
  routes: [
    ['twilio:*', parts({ twilio: 'all countries' })],
    ['twilio:*;vonage:DE, AT', parts({ twilio: 'all other countries', vonage: 'DE, AT' })],
    [' twilio : *, FR ', parts({ twilio: 'all countries, FR' })],
    ['twilio', hidden],
    ['twilio:*;https://user:hunter2@example.com', hidden],
    ['twilio:hunter2', hidden],
    ['', hidden],
  ],
  web_address: [
    ['https://updates.example.com', text('https://updates.example.com')],
    ['https://updates.example.com/', text('https://updates.example.com')],
    ['http://127.0.0.1:3000', text('http://127.0.0.1:3000')],
    ['https://id.example.com/realms/shop', text('https://id.example.com/realms/shop')],
    ['https://:hunter2@id.example.com', text('https://id.example.com')],
    ['https://user:hunter2@id.example.com/x', text('https://id.example.com/x')],
    ['https://user:12/hunter2@id.example.com', hidden],
    ['https://id.example.com/?token=hunter2', hidden],
    ['https://id.example.com/#hunter2', hidden],
    ['https://id.example.com/%68unter2', hidden],
    ['ftp://id.example.com', hidden],
    ['hunter2', hidden],
  ],
  database_url: [
    [
      'postgres://tidings:hunter2@db.internal:5433/shop',
      parts({ Server: 'postgres://db.internal:5433', User: 'tidings', Password: true, Database: 'shop' }),
    ],
    [
      'postgresql://tidings@db/shop',
      parts({ Server: 'postgresql://db', User: 'tidings', Password: false, Database: 'shop' }),
    ],
    ['postgres://db', parts({ Server: 'postgres://db', Password: false })],
    ['postgres://u:p@[::1]/shop', parts({ Server: 'postgres://[::1]', User: 'u', Password: true, Database: 'shop' })],
    [
      'postgres://u:p@%2Fvar%2Frun%2Fpg/shop',
      parts({ Server: 'postgres:///var/run/pg', User: 'u', Password: true, Database: 'shop' }),
    ],
    [
      'postgres://db/shop?sslmode=require&password=hunter2&sslkey=hunter2',
      parts({
        Server: 'postgres://db',
        Password: false,
        Database: 'shop',
        sslmode: 'require',
        'Password in the query': true,
        'Other options': true,
      }),
    ],
    [
      'postgres://db/shop?sslmode=hunter2',
      parts({ Server: 'postgres://db', Password: false, Database: 'shop', sslmode: true }),
    ],
    // The name of the user, or of the database, is the password.
    ['postgres://same:same@db/shop', parts({ Server: 'postgres://db', User: true, Password: true, Database: 'shop' })],
    ['postgres://same:s%61me@db/same', parts({ Server: 'postgres://db', User: true, Password: true, Database: true })],
    [
      'postgres://a%20token:p@db/shop',
      parts({ Server: 'postgres://db', User: true, Password: true, Database: 'shop' }),
    ],
    ['postgres://u:p@db/a%20b', parts({ Server: 'postgres://db', User: 'u', Password: true, Database: true })],
    // A password that was not percent-encoded.
    ['postgres://u:12/hunter2@db/shop', hidden],
    ['postgres://u:12?hunter2@db/shop', hidden],
    ['postgres://u:12#hunter2@db/shop', hidden],
    ['postgres://u:hunter2/x@db/shop', hidden],
    ['postgres://u:hunt%er2@db/shop', parts({ Server: 'postgres://db', User: 'u', Password: true, Database: 'shop' })],
    ['postgres://hunter2$@@', hidden],
    ['postgres://hunt!er2/shop', hidden],
    ['host=db password=hunter2', hidden],
  ],
  smtp_url: [
    [
      'smtps://postmaster@mg.example.com:hunter2@smtp.example.net:465',
      parts({ Server: 'smtps://smtp.example.net:465', User: 'postmaster@mg.example.com', Password: true }),
    ],
    [
      'smtp://postmaster%40mg.example.com:hunter2@smtp.example.net:587?requireTLS=true',
      parts({
        Server: 'smtp://smtp.example.net:587',
        User: 'postmaster@mg.example.com',
        Password: true,
        requireTLS: 'true',
      }),
    ],
    // Some providers use one token as user and password.
    [
      'smtps://a-token:a-token@smtp.example.net',
      parts({ Server: 'smtps://smtp.example.net', User: true, Password: true }),
    ],
    [
      'smtps://apikey:hunter2@smtp.example.net',
      parts({ Server: 'smtps://smtp.example.net', User: true, Password: true }),
    ],
    [
      'smtps://a@b.example:a%40b.example@smtp.example.net',
      parts({ Server: 'smtps://smtp.example.net', User: true, Password: true }),
    ],
    ['smtp://127.0.0.1:25', parts({ Server: 'smtp://127.0.0.1:25', Password: false })],
    [
      'smtp://smtp.example.net/hunter2?requireTLS=hunter2&name=x&hunter2',
      parts({
        Server: 'smtp://smtp.example.net',
        Password: false,
        Path: true,
        requireTLS: true,
        'Other options': true,
      }),
    ],
    ['smtps://user:12/hunter2@smtp.example.net', hidden],
    ['smtp.example.net', hidden],
  ],
  account_url: [
    [
      `https://${sid}:hunter2@api.twilio.com?from=%2B447700900000`,
      parts({ Server: 'https://api.twilio.com', Account: sid, Token: true, Sender: '+447700900000' }),
    ],
    [
      `https://${sid}:hunter2@api.twilio.com?from=+447700900000`,
      parts({ Server: 'https://api.twilio.com', Account: sid, Token: true, Sender: '+447700900000' }),
    ],
    [
      'https://106540352242922:hunter2@graph.facebook.com?app_secret=hunter2&verify_token=&account_id=102290129340398',
      parts({
        Server: 'https://graph.facebook.com',
        Account: '106540352242922',
        Token: true,
        'App secret': true,
        'Verify token': false,
        'Business account': '102290129340398',
      }),
    ],
    // The token where the account is expected.
    ['https://hunter2@api.twilio.com', parts({ Server: 'https://api.twilio.com', Account: true, Token: false })],
    [
      `https://${sid}:${sid}@api.twilio.com/proxy/hunter2?from=hunter2&From=hunter2`,
      parts({
        Server: 'https://api.twilio.com',
        Account: true,
        Token: true,
        Path: true,
        Sender: true,
        'Other options': true,
      }),
    ],
    [
      `https://${sid}:hunter2@api.twilio.com?from=+44&constructor=x`,
      parts({ Server: 'https://api.twilio.com', Account: sid, Token: true, Sender: true, 'Other options': true }),
    ],
    [String.raw`https://${sid}:12\hunter2@api.twilio.com`, hidden],
    ['hunter2', hidden],
  ],
  api_key_url: [
    [
      'https://a1b2c3d4:hunter2@api.nexmo.com?from=12345&signature_secret=hunter2',
      parts({
        Server: 'https://api.nexmo.com',
        'API key': true,
        'API secret': true,
        Sender: '12345',
        'Signature secret': true,
      }),
    ],
    ['hunter2', hidden],
  ],
}

for (const [display, rows] of Object.entries(table))
  describe(display, () => {
    for (const [given, value] of rows)
      test(`${given.replace(key, '<key>')} → ${value.kind}`, () => {
        expect(displayedValue(display as SettingDisplay, given)).toEqual(value)
      })
  })

test('no value of a table but the plain ones contains the password', () => {
  for (const [display, rows] of Object.entries(table))
    for (const [given] of rows)
      if (display !== 'plain')
        expect(JSON.stringify(displayedValue(display as SettingDisplay, given)), given).not.toMatch(/h(u|%75)nt/)
})
