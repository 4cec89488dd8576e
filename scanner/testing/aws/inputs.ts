/** Parses the operation and its input for each protocol. */
import type { Input, Recognised, Request } from './request.ts'
import { Fault } from './fault.ts'

const formInput = (form: URLSearchParams): Input => ({
  text: (name) => form.get(name) ?? undefined,
  texts(name) {
    const values: string[] = []
    for (let at = 1; ; at += 1) {
      const value = form.get(`${name}.${at}`) ?? form.get(`${name}.member.${at}`)
      if (value === null) return values
      values.push(value)
    }
  },
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `Filters.1.Name` addresses lists and objects as in a form: positions from 1. */
const valueAt = (body: unknown, name: string): unknown =>
  name.split('.').reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[Number(step) - 1]
    return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
  }, body)

const jsonInput = (body: Record<string, unknown>): Input => ({
  text: (name) => {
    const value = valueAt(body, name)
    return value === undefined || value === null ? undefined : String(value)
  },
  texts: (name) => {
    const value = valueAt(body, name)
    return Array.isArray(value) ? value.map(String) : []
  },
})

/** Path parts first, then the query string, then headers: the order in which S3 names its inputs. */
export const restInput = (request: Request, parts: Record<string, string>): Input => {
  const search = new URLSearchParams(request.search)
  return {
    text: (name) => parts[name] ?? search.get(name) ?? request.headers[name],
    texts: (name) => search.getAll(name),
  }
}

/** Query and EC2: a form whose `Action` is the operation, for one version of the service. */
export const recogniseForm =
  (version: string) =>
  (request: Request): Recognised => {
    const form = new URLSearchParams(
      request.method === 'GET' ? request.search : request.body.toString(),
    )
    const operation = form.get('Action') ?? ''
    const asked = form.get('Version')
    if (asked !== version)
      throw new Fault(
        'InvalidAction',
        400,
        `Could not find operation ${operation} for version ${asked ?? 'NO_VERSION_SPECIFIED'}`,
      )
    return { operation, input: formInput(form) }
  }

export const jsonBody = (request: Request): Input => {
  try {
    const body: unknown = JSON.parse(request.body.toString() || '{}')
    if (isObject(body)) return jsonInput(body)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Fault('SerializationException', 400, 'The body is not a JSON object.')
}

/** JSON 1.1: the operation is the last part of `X-Amz-Target`, after one of the service's names. */
export const recogniseTarget =
  (...targets: readonly string[]) =>
  (request: Request): Recognised => {
    const asked = request.headers['x-amz-target'] ?? ''
    const target = targets.find((name) => asked.startsWith(`${name}.`))
    const operation = target === undefined ? '' : asked.slice(target.length + 1)
    return { operation, input: jsonBody(request) }
  }
