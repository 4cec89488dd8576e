/**
 * Read-only services, each as a table: their responses are an account's state in the API's own format. `*.moto.ts`
 * reads each of them with the official client for Python.
 */
import type { Call, Operation, Protocol, Service } from '../call.ts'
import { Fault, type RefusalFamily } from '../fault.ts'
import { jsonBody, recogniseForm, recogniseTarget, restInput } from '../inputs.ts'
import type { Recognised, Request } from '../request.ts'
import type { Tree } from '../xml.ts'

export interface Answer {
  readonly [member: string]: Tree
}

/**
 * Responses of the services of one region: per service and operation either one response, or, if the operation reads
 * one resource, a response for each resource by its name.
 */
export type PlainState = Readonly<Record<string, Readonly<Record<string, Answer>>>>

/** An error: its code and status, with a message if clients read it. */
type Refused = readonly [code: string, status: number, message?: string]

interface Common {
  /** The required permission, if it is not `<prefix>:<operation>`. */
  readonly permission?: string
  /** REST only: `GET /v1/apis/{apiId}`; a fixed search (`?list-type=2`) is part of it. */
  readonly http?: string
  /** rest-xml only: the document's name. */
  readonly root?: string
  /** Additional parameters that a client must send. */
  readonly asked?: Readonly<Record<string, string>>
}

export type PlainOperation = Common &
  (
    | {
        /** The member with the list; a region without state has an empty one. */
        readonly list: string
        /** The member that requests the next page; `NextToken` by default. */
        readonly token?: string
        /** The member that names the next page, if its name differs from that of the request. */
        readonly next?: string
        readonly size?: string
        /** Members that filter the list: an item is returned if it has the same text. */
        readonly where?: Readonly<Record<string, string>>
      }
    | {
        /** The member, or the part of the path, that names the resource; several are joined with a space. */
        readonly by: string | readonly string[]
        /** The response for an unknown name: an error's code and status, or a response. */
        readonly none: Refused | Answer
      }
    | {
        /** An operation on the whole region: the response of a region without state. */
        readonly none: Refused | Answer
      }
  )

export interface PlainService {
  /**
   * The name in the table of calls, which is also the name in signatures and the prefix of permissions, unless these
   * are set.
   */
  readonly name: string
  readonly signed?: string
  readonly prefix?: string
  readonly protocol: Protocol
  /** JSON: the prefix of the operation in `X-Amz-Target`. */
  readonly target?: string
  /** Query: the version that requests name. */
  readonly version?: string
  readonly xmlns?: string
  /**
   * XML: the element of a list's items by the list's name (`Aliases.Items`: within its parent), if it is not `member`.
   */
  readonly items?: Readonly<Record<string, string>>
  readonly global?: boolean
  readonly operations: Readonly<Record<string, PlainOperation>>
}

const families: Readonly<Record<Protocol, RefusalFamily>> = {
  query: 'query',
  ec2: 'ec2',
  'rest-xml': 's3',
  json: 'json',
  'rest-json': 'restJson',
}

/** The response in the state, before filters and pages are applied. */
const stateOf = (service: PlainService, { account, region, operation }: Call): Answer | undefined =>
  account.plain[region]?.[service.name]?.[operation]

const isFault = (none: object): none is Refused => Array.isArray(none)

function absent(none: Refused | Answer, what: string): Answer {
  if (!isFault(none)) return none
  const [code, status, message = `There is no ${what}.`] = none
  throw new Fault(code, status, message)
}

function listed(
  service: PlainService,
  call: Call,
  operation: Extract<PlainOperation, { list: string }>,
): Answer {
  const { list, token = 'NextToken', next = token, size = 'MaxResults', where = {} } = operation
  const state = stateOf(service, call) ?? {}
  const all = (state[list] ?? []) as readonly Tree[]
  const asked = Object.entries(where).flatMap(([parameter, member]) => {
    const value = call.input.text(parameter)
    return value === undefined ? [] : [{ member, value }]
  })
  const kept = all.filter((item) =>
    asked.every(({ member, value }) => String((item as Answer)[member]) === value),
  )
  const page = call.page(kept, { token, size })
  return { ...state, [list]: page.items, [next]: page.next }
}

function named(call: Call, by: string | readonly string[]): string {
  return [by]
    .flat()
    .map((name) => call.input.text(name) ?? '')
    .join(' ')
}

function operationOf(service: PlainService, operation: PlainOperation): Operation {
  const { permission, root } = operation
  const common = { ...(permission && { permission }), ...(root && { root }) }
  if ('list' in operation)
    return { ...common, answer: (call) => inXml(service, listed(service, call, operation)) }
  if (!('by' in operation))
    return {
      ...common,
      answer: (call) =>
        inXml(service, stateOf(service, call) ?? absent(operation.none, 'such setting')),
    }
  return {
    ...common,
    resource: (call) => named(call, operation.by) || '*',
    answer: (call) => {
      const name = named(call, operation.by)
      const state = stateOf(service, call)
      const own = state && Object.hasOwn(state, name) ? (state[name] as Answer) : undefined
      return inXml(service, own ?? absent(operation.none, `${service.name} resource ${name}`))
    },
  }
}

/** Converts lists of a response to XML elements, for query and rest-xml. */
function inXml(service: PlainService, answer: Answer): Answer {
  const { items, protocol } = service
  if (protocol !== 'query' && protocol !== 'rest-xml') return answer
  const walk = (tree: Tree, name: string, parent: string): Tree => {
    if (Array.isArray(tree)) {
      const inner = (tree as readonly Tree[]).map((item) => walk(item, '', name))
      const element = items?.[`${parent}.${name}`] ?? items?.[name]
      return element ? { [element]: { '#each': inner } } : inner
    }
    if (tree instanceof Date || typeof tree !== 'object' || tree === null) return tree
    return Object.fromEntries(
      Object.entries(tree).map(([key, inner]) => [key, walk(inner, key, name)]),
    )
  }
  return walk(answer, '', '') as Answer
}

interface Route {
  readonly operation: string
  readonly method: string
  readonly path: RegExp
  readonly search: readonly [string, string][]
}

function routesOf(operations: PlainService['operations']): readonly Route[] {
  return Object.entries(operations)
    .flatMap(([operation, { http }]) => {
      if (http === undefined) return []
      const [method = '', uri = ''] = http.split(' ')
      const [path = '', search = ''] = uri.split('?')
      const pattern = path
        .replaceAll(/[.+*^$()|[\]]/g, String.raw`\$&`)
        .replaceAll(/\{(\w+)\\\+\}/g, '(?<$1>.+)')
        .replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
      return [
        {
          operation,
          method,
          path: new RegExp(`^${pattern}$`),
          search: [...new URLSearchParams(search)],
        },
      ]
    })
    .toSorted((a, b) => b.search.length - a.search.length)
}

/** REST: the method and the path determine the operation. */
function recogniseRoute(service: PlainService): (request: Request) => Recognised {
  const routes = routesOf(service.operations)
  return (request) => {
    const search = new URLSearchParams(request.search)
    for (const route of routes) {
      const found = route.path.exec(request.path)
      const fits = route.search.every(([name, value]) => search.get(name) === value)
      if (!found || !fits || route.method !== request.method) continue
      const parts = Object.fromEntries(
        Object.entries(found.groups ?? {}).map(([name, value]) => [
          name,
          decodeURIComponent(value),
        ]),
      )
      const rest = restInput(request, parts)
      const body = service.protocol === 'rest-json' ? jsonBody(request) : rest
      return {
        operation: route.operation,
        input: {
          text: (name) => rest.text(name) ?? body.text(name),
          texts: (name) => (rest.texts(name).length > 0 ? rest.texts(name) : body.texts(name)),
        },
      }
    }
    return { operation: '', input: restInput(request, {}) }
  }
}

function recogniser(service: PlainService): (request: Request) => Recognised {
  if (service.protocol === 'json') return recogniseTarget(service.target ?? '')
  if (service.protocol === 'query') return recogniseForm(service.version ?? '')
  return recogniseRoute(service)
}

/** Converts a table to a service of the cloud. */
export const plainService = (service: PlainService): Service => ({
  name: service.name,
  ...(service.signed && { signed: service.signed }),
  prefix: service.prefix ?? service.name,
  protocol: service.protocol,
  refusals: families[service.protocol],
  ...(service.xmlns && { xmlns: service.xmlns }),
  ...(service.global && { global: true }),
  operations: Object.fromEntries(
    Object.entries(service.operations).map(([name, operation]) => [
      name,
      operationOf(service, operation),
    ]),
  ),
  recognise: recogniser(service),
})
