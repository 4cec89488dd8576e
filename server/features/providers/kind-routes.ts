import { type Endpoint, list } from '../../platform/http/index.ts'
import { kindsFor } from './kind-forms.ts'
import { providerKinds } from './kind-resource.ts'

export const kindRoutes: readonly Endpoint[] = [
  list(
    providerKinds,
    '/provider-kinds',
    {
      may: 'any_member',
      tag: 'Provider',
      operationId: 'provider_kinds_list',
      summary: 'List provider types and their credentials',
    },
    async ({ tx }) => {
      const rows = await kindsFor(tx.tenantId)
      return { rows, count: rows.length }
    },
  ),
]
