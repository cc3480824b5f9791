import { expect, test } from 'vitest'
import * as charts from '../../pages/charts.ts'
import * as components from '../../pages/components.ts'
import * as fields from '../../pages/fields.ts'
import { iconNames } from '../../pages/icons.ts'
import * as lists from '../../pages/lists.ts'
import * as previews from '../../pages/previews.ts'
import { designPage } from './design-page.ts'
import { specimenGroups } from './specimens.ts'

const specimens = specimenGroups().flatMap((group) => group.specimens)

test('every component is on the page of the design system, under the name of its function', () => {
  const names = [charts, components, fields, lists, previews].flatMap((module) => Object.keys(module))
  expect(specimens.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

for (const [name, component] of [charts, components, fields, lists, previews].flatMap((module) =>
  Object.entries(module),
))
  test(`the specimen of ${name} has an element that the component writes`, () => {
    const { shown } = specimens.find((specimen) => specimen.name === name)!
    const written = String(component).match(/<(\w+)[ >]/)
    // A component that only calls others writes no element of its own.
    expect(shown.markup).toMatch(written === null ? /</ : new RegExp(`<${written[1]!}[ >]`))
  })

test('every icon is on the page of the design system', () => {
  const shown = [...designPage().markup.matchAll(/<li id="icon-(\w+)"><svg/g)].map(([, name]) => name)
  expect(shown).toEqual(iconNames)
})
