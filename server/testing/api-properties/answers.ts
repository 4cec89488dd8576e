import type { OpenApi } from '@plumbline/jsonapi'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Answered } from '../answered.ts'
import type { Operation, Schema } from './operations.ts'

/** What an answer does that its operation does not declare, each as a sentence; none is a good answer. */
export type CheckAnswer = (operation: Operation, answer: Answered) => readonly string[]

const isResource = (schema: Schema): boolean => {
  const properties = schema['properties'] as Schema | undefined
  return properties?.['attributes'] !== undefined && properties['type'] !== undefined
}

/** Resources with no member beside the declared ones: a column that slips into an answer is a fault. */
function closed({ components, ...document }: OpenApi): object {
  const close = (schema: Schema | undefined): Schema => ({ ...schema, additionalProperties: false })
  const schemas = Object.entries(components['schemas'] ?? {}).map(([name, schema]) => {
    if (!isResource(schema)) return [name, schema]
    const properties = schema['properties'] as Readonly<Record<string, Schema>>
    const { attributes, relationships } = properties
    const members = {
      ...properties,
      attributes: close(attributes),
      ...(relationships && { relationships: close(relationships) }),
    }
    return [name, close({ ...schema, properties: members })]
  })
  return { ...document, components: { ...components, schemas: Object.fromEntries(schemas) } }
}

const step = (name: string): string =>
  encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Faults of a client without a place in the request. */
const placeless: ReadonlySet<string> = new Set(['bad_request'])

function faultsOf({ document, status, text }: Answered): readonly string[] {
  const { errors } = document
  if (!errors || errors.length === 0) return [`${status} without errors: ${text.slice(0, 200)}`]
  return errors.flatMap(({ code, source, detail }) => {
    const isPlaced = source?.pointer !== undefined || source?.parameter !== undefined
    const needsPlace = status === 400 && !placeless.has(code) && !(source && 'header' in source)
    return needsPlace && !isPlaced ? [`400 ${code} points nowhere: ${detail}`] : []
  })
}

/** Checks responses against the OpenAPI document. */
export function answerChecker(document: OpenApi): CheckAnswer {
  const ajv = new Ajv2020({ strict: false, logger: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(closed(document), 'api')
  const validators = new Map<string, ValidateFunction>()
  const validator = (steps: readonly string[]): ValidateFunction => {
    const place = `api#/${steps.map(step).join('/')}`
    const known = validators.get(place) ?? ajv.compile({ $ref: place })
    validators.set(place, known)
    return known
  }
  const schemaFaults = ({ method, path }: Operation, answer: Answered): readonly string[] => {
    const type = answer.headers.get('content-type') ?? ''
    if (!type.startsWith('application/vnd.api+json')) return []
    const success = ['paths', path, method.toLowerCase(), 'responses', String(answer.status)]
    const steps =
      answer.status >= 400
        ? ['components', 'schemas', 'ErrorDocument']
        : [...success, 'content', 'application/vnd.api+json', 'schema']
    const validate = validator(steps)
    if (validate(answer.document)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
  return (operation, answer) => {
    const { status, headers, text } = answer
    if (status >= 500) return [`answered ${status}: ${text.slice(0, 300)}`]
    if (!operation.statuses.has(status)) return [`answered ${status}, which is not declared`]
    const unnamed = /^[0-9a-f]{32}$/.test(headers.get('transaction-id') ?? '')
    return [
      ...(unnamed ? [] : ['has no Transaction-ID']),
      ...(status >= 400 ? faultsOf(answer) : []),
      ...schemaFaults(operation, answer),
    ]
  }
}
