/** The API about itself: its description, and a page that shows it and sends requests by hand. */
import { join } from 'node:path'
import { type OpenApi, openapi, parseQuery, resource } from '@plumbline/jsonapi'
import { tasks } from '../tasks/index.ts'
import type { Endpoint } from './endpoint.ts'
import { htmlPage } from './page.ts'
import { textParams } from './text-params.ts'

/** The public contract's version that the API speaks. */
const contractVersion = '1.41.0'
/** The version of it that event streams came with. */
export const streamsSince = '1.32.0'

/** The OpenAPI document of a list of endpoints. */
export const describe = (endpoints: readonly Endpoint[]): OpenApi =>
  openapi({
    info: { title: 'Plumbline API', version: contractVersion },
    servers: [{ url: '/api/v1' }],
    operations: endpoints.map(({ run: _, may, status, refusals = [], ...described }) => ({
      ...described,
      params: textParams,
      anonymous: may === 'anonymous',
      ...(may !== 'anonymous' && may !== 'any_member' && { permission: may }),
      statuses: [status, ...refusals],
    })),
    task: tasks,
  })

const nothing = resource('none', { attributes: {} })
const about = { method: 'GET', may: 'anonymous', kind: 'none', status: 200 } as const
const tag = 'Documentation'

/** Adds `GET /schema` and `GET /docs` to a list of endpoints; they describe themselves too. */
export function documented(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  let text: Buffer | undefined
  const all: readonly Endpoint[] = [
    ...endpoints,
    {
      ...about,
      path: '/schema',
      tag,
      operationId: 'schema_retrieve',
      summary: 'The description of the API',
      responseType: 'application/vnd.oai.openapi+json',
      async run({ search }) {
        parseQuery(nothing, search, { list: false })
        text ??= Buffer.from(JSON.stringify(describe(all)))
        return {
          status: 200,
          body: text,
          headers: { 'Content-Type': 'application/vnd.oai.openapi+json' },
        }
      },
    },
    {
      ...about,
      path: '/docs',
      tag,
      operationId: 'docs_retrieve',
      summary: 'A page to read the description and to send requests',
      responseType: 'text/html',
      async run({ search, base }) {
        parseQuery(nothing, search, { list: false })
        const directory = join(import.meta.dirname, 'docs')
        return { status: 200, ...htmlPage(directory, new URL(base).pathname) }
      },
    },
  ]
  return all
}
