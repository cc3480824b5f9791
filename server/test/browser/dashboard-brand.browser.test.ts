import { describe, expect, test } from 'vitest'
import { findLogo } from '../../src/operator/sql.ts'
import { createMember } from '../support/dashboard.ts'
import { newLogo } from '../support/dashboard-examples.ts'
import { openShop } from '../support/messages.ts'
import { greenLogo } from '../support/png.ts'
import { createTestService } from '../support/test-service.ts'
import { startBrowser } from './browser.ts'
import { chosenFile, signedInTab } from './dashboard.ts'

/** The previews of a brand that is not saved. */
const service = await createTestService()
const { operator, url } = service
const browser = await startBrowser()

async function editBrand(options: { javaScriptEnabled?: boolean } = {}) {
  const shop = await openShop(service, 0, { name: 'Fernwood Trading Ltd' })
  const owner = await createMember(service, shop, 'owner')
  const tab = await signedInTab(browser, url, owner, options)
  await tab.goto(`${url}${owner.path}/brand/edit`)
  return { shop, tab, inbox: tab.frameLocator('iframe[title="The inbox"]') }
}
const svg = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="800"><rect width="2400" height="800" fill="green"/></svg>',
  ),
}

describe('with scripts', () => {
  test('the previews show what is typed, and a picture that is chosen, without an entry of the history', async () => {
    const { shop, tab, inbox } = await editBrand()
    const entries = () => tab.evaluate<number>('history.length')
    const before = await entries()
    await tab.fill('[name=sender_name]', 'Fern & Wood')
    await inbox.getByRole('heading', { name: 'Fern & Wood' }).waitFor()
    await tab.setInputFiles('[name=logo]', await chosenFile(newLogo()))
    await inbox.locator('img.logo').waitFor()
    expect(await inbox.getByRole('heading', { level: 1 }).innerText()).toBe('Fern & Wood')
    await tab.fill('[name=sender_name]', 'Fern and Wood')
    await inbox.getByRole('heading', { name: 'Fern and Wood' }).waitFor()
    await inbox.locator('img.logo').waitFor()
    expect(await entries()).toBe(before)
    const { sender_name, has_logo } = (await operator('GET', `/businesses/${shop.id}`)).json
    expect([sender_name, has_logo]).toEqual([null, false])
    await tab.context().close()
  })

  test('a drawing that is too large for the service is converted, and saved', async () => {
    const { shop, tab, inbox } = await editBrand()
    await tab.setInputFiles('[name=logo]', svg)
    await inbox.locator('img.logo').waitFor()
    await tab.getByRole('button', { name: 'Save the logo' }).click()
    await tab.getByText('The brand was changed').waitFor()
    const { logo } = (await service.db.one(findLogo, { id: shop.businessId }))!
    // The width and the height in the header of a PNG.
    expect([logo!.readUInt32BE(16), logo!.readUInt32BE(20)]).toEqual([432, 144])
    await tab.context().close()
  })

  test('a picture that is saved as soon as it is chosen is converted first, and no preview cancels the save', async () => {
    const { shop, tab } = await editBrand()
    const isLoaded = tab.waitForURL(/done=changed/)
    await tab.evaluate(chooseAndSave(svg.buffer.toString()))
    await isLoaded
    const { logo } = (await service.db.one(findLogo, { id: shop.businessId }))!
    expect([logo!.readUInt32BE(16), logo!.readUInt32BE(20)]).toEqual([432, 144])
    await tab.context().close()
  })
})
/** In one task, so that the button is pressed before the picture is converted. */
const chooseAndSave = (drawing: string): string => `(() => {
  const input = document.querySelector('[name=logo]')
  const chosen = new DataTransfer()
  chosen.items.add(new File([${JSON.stringify(drawing)}], 'logo.svg', { type: 'image/svg+xml' }))
  input.files = chosen.files
  input.dispatchEvent(new Event('change'))
  input.form.querySelector('button').click()
})()`

test('without scripts the button shows a picture in the preview, and nothing is saved', async () => {
  const { shop, tab, inbox } = await editBrand({ javaScriptEnabled: false })
  await tab.setInputFiles('[name=logo]', { name: 'logo.png', mimeType: 'image/png', buffer: greenLogo })
  await tab.locator('[data-logo]').getByRole('button', { name: 'Preview' }).click()
  await inbox.locator('img.logo').waitFor()
  expect((await operator('GET', `/businesses/${shop.id}`)).json.has_logo).toBe(false)
  await tab.context().close()
})
