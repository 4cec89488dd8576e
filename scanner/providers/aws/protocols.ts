// The five wire protocols: parameters → request, response → data or error.
import type { HttpAnswer } from '../../kit/index.ts'
import type { Parameters } from './client.ts'
import { isRegion } from './endpoints.ts'
import { type AwsError, stateOf } from './errors.ts'
import type { Found } from './operations.ts'
import { type Node, parseXml, shaped, textAt } from './xml.ts'

/** A request before its host is known and before it is signed. */
export interface Draft {
  readonly method: string
  /** Percent-encoded. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Encodes all except the unreserved characters of RFC 3986, as signatures require. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** `{ Names: ['a'] }` → `Names.member.1=a`; ec2 omits `member`. */
function flat(name: string, value: unknown, ec2: boolean): [string, string][] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) {
    const prefix = ec2 ? name : `${name}.member`
    return value.flatMap((item, n) => flat(`${prefix}.${n + 1}`, item, ec2))
  }
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([key, inner]) => flat(`${name}.${key}`, inner, ec2))
  }
  return [[name, String(value)]]
}

function form({ operationName, service }: Found, parameters: Parameters): Draft {
  const ec2 = service.protocol === 'ec2'
  const fields = [
    ['Action', operationName],
    ['Version', service.apiVersion],
    ...Object.entries(parameters).flatMap(([name, value]) => flat(name, value, ec2)),
  ]
  return {
    method: 'POST',
    path: '/',
    query: {},
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: fields.map(([name = '', value = '']) => `${encode(name)}=${encode(value)}`).join('&'),
  }
}

const json = ({ operationName, service }: Found, parameters: Parameters): Draft => ({
  method: 'POST',
  path: '/',
  query: {},
  headers: {
    'content-type': `application/x-amz-json-${service.jsonVersion ?? '1.1'}`,
    'x-amz-target': `${service.targetPrefix}.${operationName}`,
  },
  body: JSON.stringify(parameters),
})

/** Spreads parameters over path, query and headers by the table; the rest is the body. */
function rest(
  { operation, service }: Found,
  parameters: Parameters,
  { bucketInPath }: { bucketInPath: boolean },
): Draft {
  const [template = '/', search = ''] = (operation.uri ?? '/').split('?')
  const labels = new Map<string, string>()
  const query: Record<string, string> = Object.fromEntries(new URLSearchParams(search))
  const headers: Record<string, string> = {}
  const left: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null) continue
    const [place, key = ''] = (operation.locations?.[name] ?? '').split(':')
    if (place === 'uri') labels.set(key, String(value))
    else if (place === 'querystring') query[key] = String(value)
    else if (place === 'header') headers[key] = String(value)
    else left[name] = value
  }
  const whole = bucketInPath ? template : template.replace('/{Bucket}', '') || '/'
  const path = whole.replace(/\{(\w+)(\+?)\}/g, (_, key: string, greedy: string) => {
    const value = labels.get(key) ?? ''
    return greedy ? value.split('/').map(encode).join('/') : encode(value)
  })
  const hasBody = service.protocol === 'rest-json' && (operation.method ?? 'POST') !== 'GET'
  if (hasBody) headers['content-type'] = 'application/json'
  // Without it API Gateway responds with HAL.
  if (service.protocol === 'rest-json') headers.accept = 'application/json'
  return {
    method: operation.method ?? 'POST',
    path,
    query,
    headers,
    body: hasBody ? JSON.stringify(left) : '',
  }
}

/** Builds the request of a call. Throws a RangeError if a required parameter is missing, which is an internal error. */
export function draft(found: Found, parameters: Parameters, how: { bucketInPath: boolean }): Draft {
  const missing = found.operation.required?.find((name) => parameters[name] === undefined)
  if (missing) throw new RangeError(`${found.name} needs ${missing}`)
  const { protocol } = found.service
  if (protocol === 'json') return json(found, parameters)
  if (protocol === 'query' || protocol === 'ec2') return form(found, parameters)
  return rest(found, parameters, how)
}

/** JSON, with U+0000 and lone surrogates replaced by U+FFFD. */
function parseJson(text: string): unknown {
  if (!/\\u0000|\\u[dD][89abAB]|\\u[dD][c-fC-F]/.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value,
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseXmlAnswer({ operation, operationName, service }: Found, text: string): unknown {
  const { root, content } = parseXml(text)
  const wanted = service.protocol === 'rest-xml' ? operation.root : `${operationName}Response`
  if (wanted !== undefined && root !== wanted)
    throw new SyntaxError(`the root element of the response is ${root}`)
  const shapes = operation.xml ?? {}
  if (operation.body) return { [operation.body]: shaped(content, shapes, `/${operation.body}`) }
  if (service.protocol !== 'query' || !operation.wrapper) return objectOr(shaped(content, shapes))
  const inner = typeof content === 'string' ? undefined : content[operation.wrapper]
  if (inner === undefined || Array.isArray(inner)) {
    throw new SyntaxError(`the response does not include ${operation.wrapper}`)
  }
  return objectOr(shaped(inner as Node, shapes))
}

/** An element without children is parsed as text; as a response it is an object without members. */
const objectOr = (value: unknown): unknown => (isObject(value) ? value : {})

/** Parses a successful response. Throws a SyntaxError if it does not follow the protocol. */
export function parseAnswer(found: Found, { body }: HttpAnswer): unknown {
  const text = body.toString('utf8')
  const { operation, service } = found
  if (operation.text) return { [operation.text]: text }
  if (operation.method === 'HEAD') return {}
  if (service.protocol === 'json' || service.protocol === 'rest-json') {
    const value = parseJson(text)
    if (!isObject(value)) throw new SyntaxError('the response is not an object')
    return value
  }
  return parseXmlAnswer(found, text)
}

interface Named {
  code?: string | null
  message?: string | null
  region?: string | null
}

function namedInBody(text: string, isJson: boolean): Named {
  try {
    if (!isJson) {
      const { content } = parseXml(text)
      return {
        code: textAt(content, 'Code'),
        message: textAt(content, 'Message'),
        region: textAt(content, 'Region'),
      }
    }
    const value = parseJson(text)
    if (!isObject(value)) return {}
    const { __type: type, code: lower, Code: upper, message = value.Message } = value
    const code = type ?? lower ?? upper
    return {
      code: typeof code === 'string' ? code : null,
      message: typeof message === 'string' ? message : null,
    }
  } catch {
    return {} // a proxy's page, or empty: the status decides
  }
}

/** Returns the error of a response, or null for a successful one. S3 may send an error document with status 200. */
export function errorOf({ service, serviceName }: Found, answer: HttpAnswer): AwsError | null {
  const { status, headers, body } = answer
  const disguised =
    service.protocol === 'rest-xml' &&
    /^(<\?xml[^>]*>)?\s*<Error>/.test(body.toString('latin1', 0, 256))
  if (status >= 200 && status < 300 && !disguised) return null
  const isJson = service.protocol === 'json' || service.protocol === 'rest-json'
  const { code, message, region } = namedInBody(body.toString('utf8'), isJson)
  const named = headers['x-amz-bucket-region'] ?? region
  const raw = headers['x-amzn-errortype'] ?? code ?? `http_${status}`
  const name = raw.split(':')[0]?.split('#').at(-1) || `http_${status}`
  return {
    status,
    code: stateOf(serviceName, name, message ?? '') ?? name,
    message: message ?? '',
    region: isRegion(named) ? named : null,
  }
}
