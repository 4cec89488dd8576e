/** The API about itself: its description, and a page that shows it and sends requests by hand. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OpenApi, openapi, parseQuery, resource } from '@plumbline/jsonapi'
import { tasks } from '../tasks/index.ts'
import type { Answer, Endpoint, Exchange } from './endpoint.ts'
import { prefix, readParams, textParams } from './request.ts'

/** The public contract's version that the API speaks. */
const contractVersion = '1.41.0'
/** The version of it that event streams came with. */
export const streamsSince = '1.32.0'

/** The OpenAPI document of a list of endpoints. */
export const describe = (endpoints: readonly Endpoint[]): OpenApi =>
  openapi({
    info: { title: 'Plumbline API', version: contractVersion },
    servers: [{ url: prefix }],
    operations: endpoints.map(({ run: _, may, status, refusals = [], ...described }) => ({
      ...described,
      params: textParams,
      anonymous: may === 'anonymous',
      ...(may !== 'anonymous' && may !== 'any_member' && { permission: may }),
      statuses: [status, ...refusals],
    })),
    task: tasks,
  })

/** The source of a policy that lets exactly this script or style in. */
export const sourceHash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const partsOf =
  (directory: string) =>
  (name: string): string =>
    readFileSync(join(directory, name), 'utf8').trim()

/**
 * A self-contained page: its headers allow its script and style by hash. It connects only to this server, and other
 * sites cannot frame it.
 */
function htmlPage(
  html: string,
  { style, script }: { readonly style: string; readonly script: string },
): Required<Pick<Answer, 'body' | 'headers'>> {
  const text = html.replace('{{style}}', () => style).replace('{{script}}', () => script)
  const policy = `default-src 'none'; connect-src 'self'; script-src ${sourceHash(script)}; style-src ${sourceHash(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
  }
  return { body: Buffer.from(text), headers }
}

const nothing = resource('none', { attributes: {} })
const tag = 'Documentation'
const openApiType = 'application/vnd.oai.openapi+json'

type Described = 'path' | 'tag' | 'operationId' | 'summary' | 'responseType' | 'exports'
type Page = Pick<Endpoint, Described>
type Content = Pick<Answer, 'body' | 'headers'>

/** A public page, the same for every client; `base` is the path of the API. */
export const page = (
  about: Page,
  contentOf: (
    base: string,
    asked: Pick<Exchange, 'params' | 'accept'>,
  ) => Content | Promise<Content>,
): Endpoint => ({
  method: 'GET',
  head: true,
  may: 'anonymous',
  kind: 'none',
  status: 200,
  ...about,
  async run(exchange) {
    parseQuery(nothing, exchange.search, { list: false })
    const { base, params } = exchange
    const asked = { params: readParams(params), accept: exchange.accept }
    return { status: 200, ...(await contentOf(new URL(base).pathname, asked)) }
  },
})

/** The endpoint of a page from `page.html`, `page.css` and `page.js` in a directory. */
export const pageIn = (directory: string, about: Page): Endpoint =>
  page({ responseType: 'text/html', ...about }, (base) => {
    const part = partsOf(directory)
    const html = part('page.html').replaceAll('{{base}}', () => base)
    return htmlPage(html, { style: part('page.css'), script: part('page.js') })
  })

const linkPart = partsOf(join(import.meta.dirname, 'link-page'))

/**
 * The endpoint of a page that a mailed link opens, with its token behind the #. The directory has the contents of the
 * body in `page.html`, which begin with the heading, and `page.js`, which runs after the shared script.
 */
export const linkPageIn = (directory: string, about: Page): Endpoint =>
  page({ responseType: 'text/html', ...about }, () => {
    const part = partsOf(directory)
    const body = part('page.html')
    const [, heading = ''] = /<h1>(.*)<\/h1>/.exec(body) ?? []
    const html = linkPart('page.html')
      .replace('{{title}}', () => `Plumbline: ${heading}`)
      .replace('{{body}}', () => body)
    const script = `${linkPart('link.js')}\n${part('page.js')}`
    return htmlPage(html, { style: linkPart('page.css'), script })
  })

/** Adds `GET /schema` and `GET /docs` to a list of endpoints; they describe themselves too. */
export function documented(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  let text: Buffer | undefined
  const schema = {
    path: '/schema',
    tag,
    operationId: 'schema_retrieve',
    summary: 'Get the OpenAPI document',
    responseType: openApiType,
  }
  const docs = {
    path: '/docs',
    tag,
    operationId: 'docs_retrieve',
    summary: 'Interactive API documentation',
  }
  const all: readonly Endpoint[] = [
    ...endpoints,
    page(schema, () => ({
      body: (text ??= Buffer.from(JSON.stringify(describe(all)))),
      headers: { 'Content-Type': openApiType },
    })),
    pageIn(join(import.meta.dirname, 'docs'), docs),
  ]
  return all
}
