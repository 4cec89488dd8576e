/** What an OpenAPI document must be beside current: sound by its standard, and clear to its readers. */
import { Validator } from '@seriousme/openapi-schema-validator'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema?: object
}
interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly responses?: Readonly<Record<string, unknown>>
}
export interface Linted {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>
}

function lintOperation(path: string, operation: Operation): string[] {
  const { operationId = '', summary = '', tags = [], parameters = [], responses = {} } = operation
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name)
  const declared = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
  const names = parameters.map((one) => `${one.in} ${one.name}`)
  const statuses = Object.keys(responses)
  return [
    ...(/^[a-z][a-z0-9_]+$/.test(operationId) ? [] : ['its operationId is no snake_case word']),
    ...(summary === '' || summary.endsWith('.') ? ['its summary is empty or ends in a dot'] : []),
    ...(tags.length === 1 ? [] : ['it has not exactly one tag']),
    ...inPath
      .filter((name) => !declared.includes(name ?? ''))
      .map((name) => `{${name}} is nowhere`),
    ...declared
      .filter((name) => !inPath.includes(name))
      .map((name) => `${name} is not in its path`),
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name} comes twice`),
    ...parameters.filter(({ schema }) => !schema).map(({ name }) => `${name} has no schema`),
    ...(statuses.some((status) => /^[23]/.test(status)) ? [] : ['it never succeeds']),
    ...(statuses.some((status) => status.startsWith('4')) ? [] : ['it never says what was wrong']),
  ]
}

/** What is wrong with a document, one sentence a problem. */
export async function lint(document: Linted): Promise<string[]> {
  const { valid, errors } = await new Validator().validate({ ...structuredClone(document) })
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
  return [
    ...(valid ? [] : [`It is no OpenAPI document: ${JSON.stringify(errors)}`]),
    ...operations.flatMap(({ path, method, operation }) =>
      lintOperation(path, operation).map((fault) => `${method.toUpperCase()} ${path}: ${fault}.`),
    ),
  ]
}
