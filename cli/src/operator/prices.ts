import type { Command } from 'commander'
import { usageError } from '../errors.ts'
import { addExamples } from '../examples.ts'
import { parseInteger } from '../option-parsers.ts'
import { onRun, type Shell } from '../shell.ts'
import type { Column } from '../table.ts'
import type { components } from './openapi.ts'
import { operatorItems, operatorRequest } from './requests.ts'

type Price = components['schemas']['SmsPrice']
const columns: Column<Price>[] = [
  { heading: 'Country', value: ({ country }) => country },
  { heading: 'Credits', value: ({ credits }) => credits, align: 'right' },
  { heading: 'Open', value: ({ open }) => (open ? 'yes' : 'no') },
]
const write = (price: Price): [string, string | number][] => [
  ['Country', price.country],
  ['Credits', price.credits],
  ['Open', price.open ? 'yes' : 'no'],
]

export function addPrices(program: Command, shell: Shell): void {
  const group = program.command('prices').description('The prices of texts by country, and which countries are open.')
  addExamples(group, [['List the prices', 'tidings prices list']])
  addList(group, shell)
  addSet(group, shell)
}

function addList(group: Command, shell: Shell): void {
  const command = group
    .command('list')
    .description('List the countries with their prices.')
    .option('--open', 'only countries that texts are sent to')
    .option('--closed', 'only countries that no texts are sent to')
  addExamples(command, [
    ['Every country', 'tidings prices list'],
    ['The countries that are closed', 'tidings prices list --closed'],
  ])
  onRun<{ open?: boolean; closed?: boolean }>(command, shell, async (run) => {
    const { open = false, closed = false } = run.options
    if (open && closed) throw usageError('Give either --open or --closed.')
    const items: Price[] = []
    const query = open || closed ? { open: String(open) } : {}
    for await (const price of operatorItems<Price>(run, '/sms-prices', { ...query, limit: '100' })) items.push(price)
    run.output.list(columns, items, 'There is no such country.')
  })
}

function addSet(group: Command, shell: Shell): void {
  const command = group
    .command('set')
    .description('Set the price of a text to a country, or open or close the country. What is left out stays.')
    .argument('<country>', 'the country code, such as FR')
    .option('--credits <number>', 'the price of a text', parseInteger)
    .option('--open', 'send texts to the country')
    .option('--close', 'send no texts to the country')
  addExamples(command, [
    ['A text to France costs two credits', 'tidings prices set FR --credits 2'],
    ['Stop texts to a country', 'tidings prices set LK --close'],
  ])
  onRun<{ credits?: number; open?: boolean; close?: boolean }>(command, shell, async (run, country) => {
    const { credits, open = false, close = false } = run.options
    if (open && close) throw usageError('Give either --open or --close.')
    if (credits === undefined && !open && !close)
      throw usageError('There is nothing to change.', 'Give --credits, --open or --close.')
    const path = `/sms-prices/${encodeURIComponent(country.toUpperCase())}`
    const before = await operatorRequest<Price>(run, 'GET', path)
    const body = { credits: credits ?? before.credits, open: open || (!close && before.open) }
    const price = await operatorRequest<Price>(run, 'PUT', path, { body })
    run.output.fields(price, write(price))
  })
}
