import { describe, expect, test } from 'vitest'
import { createMember, type SignedInMember } from '../support/dashboard.ts'
import { createDashboardClient } from '../support/dashboard-client.ts'
import { openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { greenLogo } from '../support/png.ts'
import { queueIdle } from '../support/queue-idle.ts'
import { createTestService } from '../support/test-service.ts'

const service = await createTestService()
const { db, operator, simulator } = service
const { read, submit } = createDashboardClient(service)

const typed = {
  sender_name: 'Fern & Wood',
  brand_colour: '#ffcc00',
  customer_contact: '020 7946 0000',
  reply_to: 'hello@fernwood.example',
  language: 'fr',
}
async function visit() {
  const shop = await openShop(service, 10, { name: 'Fernwood Trading Ltd', sms: 'on', country: 'GB' })
  const owner = await createMember(service, shop, 'owner')
  return { shop, owner, path: `${owner.path}/brand` }
}
const textOf = ({ text }: { text: string }): string => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const frame = (owner: SignedInMember, path: string, query: Record<string, string>) =>
  read(owner, `${path}?${new URLSearchParams(query).toString()}`)

test('an owner saves a brand, and the next email has it', async () => {
  const { shop, owner, path } = await visit()
  const saved = await submit(owner, `${path}/change`, { ...typed, act: 'save' })
  expect([saved.status, saved.headers['location']]).toEqual([303, `${path}?done=changed`])
  expect((await operator('GET', `/businesses/${shop.id}`)).json).toMatchObject(typed)
  const page = textOf(await read(owner, `${path}?done=changed`))
  for (const shown of ['The brand was changed', 'Fern &amp; Wood', '#ffcc00', '020 7946 0000', 'French'])
    expect(page).toContain(shown)
  const { id } = await pushMessage(shop, shippedOrder({ recipient_email: 'ada@example.com' }))
  await queueIdle(db, shop)
  const [email] = await simulator.outbox({ message_id: id, channel: 'email' })
  expect(email.from).toContain('Fern & Wood')
  expect(email.html).toContain('Ouvrir vos messages')
  expect(email.html).toContain('020 7946 0000')
  expect(textOf(await read(owner, `${owner.path}/audit`))).toContain('customer contact from not set to ***')
})

describe('the previews', () => {
  test('show what is typed and not saved, by the functions that write what is sent', async () => {
    const { shop, owner, path } = await visit()
    const email = await frame(owner, `${path}/email`, typed)
    expect(email.text).toContain('background:#8f7200')
    expect(email.text).toContain('Ouvrir vos messages')
    expect(email.text).not.toMatch(/<script| href=/)
    const text = await frame(owner, `${path}/text`, typed)
    expect(text.text).toContain('Fern &amp; Wood: votre commande #1042 est expédiée.')
    const inbox = await frame(owner, `${path}/inbox`, typed)
    expect(inbox.text).toContain('<html lang="fr">')
    expect(inbox.text).toContain('020 7946 0000')
    for (const { headers } of [email, text, inbox]) {
      expect(headers['content-security-policy']).toContain('sandbox')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
    }
    const { sender_name } = (await operator('GET', `/businesses/${shop.id}`)).json
    expect(sender_name).toBeNull()
  })

  test('leave out what is wrong, and show markup as text', async () => {
    const { owner, path } = await visit()
    const hostile = { ...typed, sender_name: '<script>x</script>', brand_colour: '}</style><script>', reply_to: 'x' }
    for (const part of ['email', 'text', 'inbox']) {
      const { text } = await frame(owner, `${path}/${part}`, hostile)
      expect(text, part).not.toContain('<script')
      expect(text.match(/<\/style>/g), part).toHaveLength(1)
    }
  })

  test('are shown without scripts by a button, which stores nothing', async () => {
    const { shop, owner, path } = await visit()
    const shown = await submit(owner, `${path}/change`, { ...typed, act: 'preview' })
    expect(shown.status).toBe(200)
    expect(shown.text).toContain('This is a preview')
    expect(shown.text).toContain(`${path}/inbox?sender_name=Fern+%26+Wood`.replaceAll('&', '&amp;'))
    expect(shown.text).not.toMatch(/src="[^"]*csrf/)
    expect((await operator('GET', `/businesses/${shop.id}`)).json.sender_name).toBeNull()
  })
})

test('what is wrong is marked, and nothing is changed', async () => {
  const { shop, owner, path } = await visit()
  const refused = await submit(owner, `${path}/change`, { ...typed, brand_colour: 'red', reply_to: 'x', act: 'save' })
  expect(refused.status).toBe(422)
  const text = textOf(refused)
  expect(text).toContain('Write a colour as # and six digits')
  expect(text).toContain('An email address must have an @-sign.')
  expect((await operator('GET', `/businesses/${shop.id}`)).json.sender_name).toBeNull()
})

test('a brand that is saved on the test side is that of the live side', async () => {
  const { live, test: side } = await service.sides({ name: 'Alder', sms: 'on' })
  const owner = await createMember(service, live, 'owner')
  const page = await read(owner, `${owner.path}/brand`)
  const testPath = /href="(\/dashboard\/[^"/]+)\/brand" data-keys="g s"/.exec(page.text)![1]!
  await submit(owner, `${testPath}/brand/change`, { ...typed, act: 'save' })
  for (const { id } of [live, side]) expect((await operator('GET', `/businesses/${id}`)).json).toMatchObject(typed)
})

describe('a logo', () => {
  const fileOf = (bytes: Buffer): File => new File([new Uint8Array(bytes)], 'logo.png', { type: 'image/png' })
  const shown = `<img class="logo" src="data:image/png;base64,${greenLogo.toString('base64')}" alt="">`

  test('is saved by an owner, shown in the preview of the inbox, and removed', async () => {
    const { shop, owner, path } = await visit()
    const saved = await submit(owner, `${path}/logo`, { logo: fileOf(greenLogo) })
    expect([saved.status, saved.headers['location']]).toEqual([303, `${path}?done=changed`])
    expect((await read(owner, `${path}/inbox`)).text).toContain(shown)
    const { id } = await pushMessage(shop, shippedOrder({ recipient_email: 'ada@example.com' }))
    expect((await read(owner, `${owner.path}/messages/${id}/inbox`)).text).toContain(shown)
    const removed = await submit(owner, `${path}/remove-logo`)
    expect([removed.status, removed.headers['location']]).toEqual([303, `${path}?done=changed`])
    expect((await read(owner, `${path}/inbox`)).text).not.toContain('<img')
    expect(textOf(await read(owner, `${owner.path}/audit`))).toMatch(
      /removed the logo of the inbox.*added the logo of the inbox: SHA-256/,
    )
  })

  test('that is not saved is shown in the preview with what is typed, and stored nowhere', async () => {
    const { shop, owner, path } = await visit()
    const query = new URLSearchParams(typed).toString()
    const { headers, text } = await submit(owner, `${path}/inbox?${query}`, { logo: fileOf(greenLogo) })
    expect(text).toContain(shown)
    expect(text).toContain('020 7946 0000')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*; sandbox; .*; img-src data:$/)
    expect((await operator('GET', `/businesses/${shop.id}`)).json.has_logo).toBe(false)
  })

  test.each([
    ['is no picture', fileOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'This is not a PNG.'],
    ['was not chosen', fileOf(Buffer.alloc(0)), 'Choose a PNG.'],
    ['is too large', fileOf(Buffer.alloc(25 * 1024)), 'The file has more than 24 KiB.'],
  ])('that %s is refused with the reason, and the preview shows it too', async (_, logo, problem) => {
    const { shop, owner, path } = await visit()
    const refused = await submit(owner, `${path}/logo`, { logo })
    expect(refused.status).toBe(422)
    expect(textOf(refused)).toContain(`Nothing was changed ${problem}`)
    expect((await submit(owner, `${path}/inbox`, { logo })).text).toContain(problem)
    expect((await operator('GET', `/businesses/${shop.id}`)).json.has_logo).toBe(false)
  })

  test('needs a form with the token of the session, whatever the body is', async () => {
    const { owner, path } = await visit()
    const forged = await submit(owner, `${path}/logo`, { csrf: 'x', logo: fileOf(greenLogo) })
    const malformed = await submit(owner, `${path}/logo`, {}, { 'Content-Type': 'multipart/form-data; boundary=x' })
    expect([forged.status, malformed.status]).toEqual([403, 403])
    expect((await submit(owner, `${path}/logo`, { logo: fileOf(Buffer.alloc(40_000)) })).status).toBe(413)
  })
})
