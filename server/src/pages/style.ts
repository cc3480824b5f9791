import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const read = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')

/** The style that all pages share: tokens first, then text and simple elements. A page adds its own layout. */
export const sharedStyle = (): string => read('tokens.css') + read('base.css')
/** With the components of this folder. */
export const componentStyle = (): string => sharedStyle() + read('components.css')
