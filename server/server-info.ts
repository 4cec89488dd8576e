/** What a client must know about an installation before its user signs in. */
import {
  boolean,
  list,
  oneDocument,
  oneOf,
  parseQuery,
  resource,
  type Row,
  text,
} from '@plumbline/jsonapi'
import type { Endpoint } from './platform/http/index.ts'

const serverInfos = resource('server-info', {
  id: text,
  attributes: {
    /** Who may create an account: everyone, invited users, or no user. */
    sign_up: oneOf('open', 'invited', 'closed'),
    sign_in: list(oneOf('password', 'saml', 'google', 'github', 'oidc')),
    /** False where no mail server is set: links are then shown and not sent, and alerts reach no address. */
    sends_email: boolean,
    /** Streams that are mounted, by their prefixes. */
    event_streams: list(text),
  },
})
type Info = Row<typeof serverInfos>
export type ServerInfo = Omit<Info, 'id' | 'sign_up'> & {
  /** Read for each answer: a request through an unknown proxy closes what is open by default. */
  readonly signUp: () => Info['sign_up']
}

export const serverInfo = ({ signUp, ...info }: ServerInfo): Endpoint => ({
  method: 'GET',
  head: true,
  path: '/server-info',
  may: 'anonymous',
  kind: 'one',
  status: 200,
  resource: serverInfos,
  tag: 'Documentation',
  operationId: 'server_info_retrieve',
  summary: 'Get the sign-in methods, event streams and email of this server',
  async run({ base, url, search }) {
    const query = parseQuery(serverInfos, search, { list: false })
    const row = { id: 'this', sign_up: signUp(), ...info }
    return { status: 200, document: oneDocument(serverInfos, row, { query, base, url }) }
  },
})
