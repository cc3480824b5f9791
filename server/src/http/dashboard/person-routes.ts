import { homePage } from '../../dashboard/people/home-page.ts'
import { shopsOfPerson } from '../../dashboard/people/sql.ts'
import { shopPath } from '../../shop-path.ts'
import { redirect } from '../form.ts'
import { accountRoutes } from './account-routes.ts'
import { showPage } from './respond.ts'
import type { PersonRoute } from './routes.ts'

export const personRoutes: PersonRoute[] = [
  ...accountRoutes,
  {
    name: 'dashboard.home',
    method: 'GET',
    path: '/dashboard',
    async serve({ context, session }) {
      if (session.operator !== null) return redirect('/dashboard/operator')
      const shops = await context.db.all(shopsOfPerson, { personId: session.personId })
      return shops.length === 1 ? redirect(`${shopPath(shops[0]!)}/messages`) : showPage(homePage(shops))
    },
  },
]
