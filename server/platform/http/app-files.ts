/**
 * The app: the files of its build, kept in memory and sent as they are, compressed where the browser takes it. Every
 * address that is neither a file nor the API’s is a view of the app, which index.html opens.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { methodNotAllowed, notFound } from '@plumbline/jsonapi'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sourceHash } from './documentation.ts'
import { isKnown, tagOf } from './response.ts'

interface AppFile {
  readonly body: Buffer
  /** Absent where it would not be smaller. */
  readonly br?: Buffer
  readonly gzip?: Buffer
  readonly type: string
  readonly tag: string
}
/** By their path below the site's root: `/index.html`, `/assets/…`. */
export type AppFiles = ReadonlyMap<string, AppFile>

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const compressed = new Set(['.html', '.js', '.css', '.svg'])
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

async function readFile(path: string): Promise<AppFile> {
  const body = readFileSync(path)
  const extension = extname(path)
  const type = types[extension] ?? 'application/octet-stream'
  const plain = { body, type, tag: tagOf(body) }
  if (!compressed.has(extension)) return plain
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(body, quality),
    promisify(gzip)(body, { level: 9 }),
  ])
  return { ...plain, br, gzip: gz }
}

/** The files of a build. Throws where it has no index.html. */
export async function readApp(directory: string): Promise<AppFiles> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const files = await Promise.all(
    names.map(async (path): Promise<[string, AppFile]> => {
      const url = path.slice(directory.length).replaceAll('\\', '/')
      return [url.startsWith('/') ? url : `/${url}`, await readFile(path)]
    }),
  )
  const app = new Map(files)
  if (!app.has('/index.html')) throw new Error(`${directory} does not contain index.html.`)
  return app
}

/**
 * What pages of the app may load and run: their own files, and the one script inside of index.html by its hash. No
 * text becomes markup or code: browsers refuse it (Trusted Types).
 */
function policyOf(index: AppFile): string {
  const inline = [...index.body.toString().matchAll(/<script>([\s\S]*?)<\/script>/g)]
  const hashes = inline.map(([, text = '']) => sourceHash(text))
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** The best encoding that the browser accepts; `gzip;q=0` refuses gzip. */
function encoded(file: AppFile, accepts: string): readonly [Buffer, string | undefined] {
  const taken = new Set(
    accepts
      .split(',')
      .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
      .map((one) => one.split(';')[0]?.trim()),
  )
  if (file.br && taken.has('br')) return [file.br, 'br']
  if (file.gzip && taken.has('gzip')) return [file.gzip, 'gzip']
  return [file.body, undefined]
}

/** A tag names bytes: the same file has another one in each encoding. */
const tagIn = (tag: string, encoding: string | undefined): string =>
  encoding === undefined ? tag : `${tag.slice(0, -1)}-${encoding}"`

/**
 * `/findings`, `/compliance/cis_2.0_aws`; not `/old.js`, `/assets/old.js`, `/.git/HEAD`, `/health/none`, nor requests
 * for other media types.
 */
const isView = (path: string, { headers: { accept = '' } }: FastifyRequest): boolean =>
  /^\/(?!(api|health|assets)(\/|$))[a-z][\w-]*(\/[\w-][\w.-]*)*\/?$/.test(path) &&
  accept.includes('text/html')

/** Answers everything outside of the API. Refuses to start without index.html. */
export function serveApp(app: FastifyInstance, files: AppFiles): void {
  const index = files.get('/index.html')
  if (!index) throw new Error('The app has no index.html.')
  const policy = policyOf(index)
  const find = (request: FastifyRequest): readonly [path: string, file: AppFile] => {
    const path = request.url.split('?')[0] ?? '/'
    const named = files.get(path === '/' ? '/index.html' : path)
    const file = named ?? (isView(path, request) ? index : undefined)
    if (!file) throw notFound()
    return [path, file]
  }
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const [path, file] = find(request)
    const [body, encoding] = encoded(file, request.headers['accept-encoding'] ?? '')
    const tag = tagIn(file.tag, encoding)
    // Names of assets contain a hash of their content.
    const isFixed = path.startsWith('/assets/')
    reply.headers({
      'Content-Type': file.type,
      'Cache-Control': isFixed ? 'public, max-age=31536000, immutable' : 'no-cache',
      Vary: 'Accept, Accept-Encoding',
      ETag: tag,
      ...(encoding && { 'Content-Encoding': encoding }),
      ...(file === index && { 'Content-Security-Policy': policy }),
    })
    if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply.send(body) // a response to HEAD has only its length
  }
  const refuse = (request: FastifyRequest): never => {
    find(request)
    throw methodNotAllowed(request.method, methods)
  }
  // CORS preflight requests are answered for every path.
  const others = app.supportedMethods.filter((one) => ![...methods, 'OPTIONS'].includes(one))
  for (const url of ['/', '/*']) {
    app.route({ method: methods, url, handler: answer })
    app.route({ method: others, url, handler: refuse })
  }
}

const methods = ['GET', 'HEAD']
