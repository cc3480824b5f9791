import { type Html, html } from '../../html.ts'
import { shopPath } from '../../shop-path.ts'
import { plainLayout } from '../layout.ts'
import type { ShopOfPerson } from './sql.ts'

/** The shops of a person who works for several, or for none. */
export const homePage = (shops: ShopOfPerson[]): Html =>
  plainLayout(
    'Your shops',
    html`<h1>Your shops</h1>
${
  shops.length === 0
    ? html`<p>You are not a member of a shop. Ask an owner to invite you with the address that you signed in with.</p>`
    : shopList(shops)
}`,
  )

export const shopList = (shops: ShopOfPerson[]): Html =>
  html`<ul class="shops">${shops.map((shop) => html`<li><a class="card" href="${shopPath(shop)}/messages">${shop.name} <span class="tag">${shop.role}</span></a></li>`)}</ul>`
