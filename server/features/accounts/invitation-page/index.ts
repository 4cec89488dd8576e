import { parseQuery, resource } from '@plumbline/jsonapi'
import { type Endpoint, htmlPage } from '../../../platform/http/index.ts'

const nothing = resource('none', { attributes: {} })

/** Where links of invitations lead when no page of the operator's own is set. The token is behind the #. */
export const invitationPage: Endpoint = {
  method: 'GET',
  path: '/invitation',
  may: 'anonymous',
  kind: 'none',
  status: 200,
  tag: 'Invitation',
  operationId: 'invitation_page',
  summary: 'The page that links of invitations lead to',
  responseType: 'text/html',
  async run({ search, base }) {
    parseQuery(nothing, search, { list: false })
    return { status: 200, ...htmlPage(import.meta.dirname, new URL(base).pathname) }
  },
}
