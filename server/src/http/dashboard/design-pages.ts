import { designPage } from '../../dashboard/design/design-page.ts'
import { get, type Page } from '../pages.ts'
import { showPage } from './respond.ts'

/** The page of the design system. Without data, it is the same for each reader, so it is written once. */
export function designPages(): Page[] {
  let page: ReturnType<typeof designPage> | undefined
  return [get('dashboard.design', '/dashboard/design', 'none', () => showPage((page ??= designPage())))]
}
