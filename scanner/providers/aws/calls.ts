// The call layer: sends a named call with parameters, and returns the data of the response or throws a CallProblem.
import {
  CallProblem,
  type Clock,
  type Http,
  type HttpAnswer,
  HttpFailure,
  serviceAbsent,
} from '../../kit/index.ts'
import { isAbsent, type Reached } from './absence.ts'
import type { Aws, Parameters } from './client.ts'
import type { CredentialSource } from './credentials.ts'
import { endpointOf } from './endpoints.ts'
import { type AwsError, isRedirect, isSkew, outcomeOf, retryOf } from './errors.ts'
import { type Found, find, type OperationName } from './operations.ts'
import { draft, errorOf, parseAnswer } from './protocols.ts'
import { sign } from './signing.ts'

export interface CallContext {
  readonly http: Http
  readonly clock: Clock
  readonly credentials: CredentialSource
  /** The endpoint that the operator configured, or null for AWS's. */
  readonly endpoint: string | null
  readonly account: string
  readonly partition: string
  readonly region: string
  readonly signal: AbortSignal
  /**
   * State that the calls of one session learn: the server's clock, the regions of buckets, and services that a region
   * lacks.
   */
  readonly learned: Learned
}

export interface Learned {
  /** Milliseconds to add to our clock. */
  skew: number
  readonly bucketRegions: Map<string, string>
  readonly reached: Reached
  /** `kafka/eu-south-2`: regions that do not have the service. */
  readonly absent: Set<string>
}

export const nothingLearned = (): Learned => ({
  skew: 0,
  bucketRegions: new Map(),
  reached: new Map(),
  absent: new Set(),
})

const textOf = (parameters: Parameters, name: string): string | null => {
  const value = parameters[name]
  return typeof value === 'string' ? value : null
}

/** Sends one call to one region and returns its response, including error responses. Throws HttpFailure. */
async function send(
  context: CallContext,
  found: Found,
  parameters: Parameters,
  region: string,
): Promise<{ answer: HttpAnswer; error: AwsError | null }> {
  const { http, clock, learned, credentials, signal } = context
  const bucket = textOf(parameters, 'Bucket')
  const accountId = textOf(parameters, 'AccountId')
  const endpoint = endpointOf(found, region, { bucket, accountId }, context.endpoint)
  const request = draft(found, parameters, { bucketInPath: endpoint.pathStyle })
  let error: AwsError | null = null
  const answer = await http.call({
    name: found.name,
    limit: `${found.serviceName}/${endpoint.region}`,
    signal,
    build: async () =>
      sign(request, endpoint.origin, {
        credentials: await credentials(),
        region: endpoint.region,
        service: found.service.signingName,
        date: new Date(clock.now() + learned.skew),
      }),
    judge(attempt) {
      error = errorOf(found, attempt)
      if (!error) return 'done'
      const date = Date.parse(attempt.headers.date ?? '')
      if (isSkew(error) && !Number.isNaN(date)) learned.skew = date - clock.now()
      return retryOf(error)
    },
  })
  return { answer, error }
}

const problem = (found: Found, code: string, error: AwsError | null, detail: string) =>
  new CallProblem(code, error ? outcomeOf(error) : 'error', found.action, detail)

const absence = ({ serviceName, action }: Found, region: string) =>
  new CallProblem(serviceAbsent, 'error', action, `${serviceName} is not available in ${region}.`)

async function ask(
  context: CallContext,
  name: OperationName,
  parameters: Parameters,
  region: string,
): Promise<unknown> {
  const found = find(name)
  const bucket = found.serviceName === 's3' ? textOf(parameters, 'Bucket') : null
  const known = bucket === null ? undefined : context.learned.bucketRegions.get(bucket)
  const place = `${found.serviceName}/${region}`
  if (context.learned.absent.has(place)) throw absence(found, region)
  try {
    let { answer, error } = await send(context, found, parameters, known ?? region)
    if (error && bucket !== null && isRedirect(error) && error.region !== null) {
      context.learned.bucketRegions.set(bucket, error.region)
      ;({ answer, error } = await send(context, found, parameters, error.region))
    }
    if (error) throw problem(found, error.code, error, `${name} returned ${error.code}.`)
    return parseAnswer(found, answer)
  } catch (thrown) {
    if (thrown instanceof HttpFailure && thrown.code === 'host_not_found') {
      const whole = bucket === null && textOf(parameters, 'AccountId') === null
      if (whole && (await isAbsent(context, found, region))) {
        context.learned.absent.add(place)
        throw absence(found, region)
      }
    }
    if (thrown instanceof HttpFailure) throw problem(found, thrown.code, null, thrown.message)
    if (thrown instanceof SyntaxError) throw problem(found, 'broken_answer', null, thrown.message)
    throw thrown
  }
}

/** Returns a member of a response; `List.NextMarker` is a member of its member `List`. */
const memberOf = (answer: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null) return undefined
    const fields = new Map<string, unknown>(Object.entries(value))
    // Some services' response members begin with a lower-case letter.
    return fields.get(name) ?? fields.get(name.charAt(0).toLowerCase() + name.slice(1))
  }, answer)

const tokenIn = (answer: unknown, name: string): string | null => {
  const token = memberOf(answer, name)
  return typeof token === 'string' && token !== '' ? token : null
}

/** The response's flag for further pages; undefined if only a token shows it. */
const hasMore = (answer: unknown, name: string | undefined): unknown =>
  name === undefined ? undefined : memberOf(answer, name)

/** Creates the AWS client for one region of one session. */
export function awsClient(context: CallContext): Aws {
  const call = <T>(
    name: OperationName,
    parameters: Parameters = {},
    at: { region?: string } = {},
  ) => ask(context, name, parameters, at.region ?? context.region) as Promise<T>

  return {
    account: context.account,
    partition: context.partition,
    call,
    async *pages<T>(
      name: OperationName,
      parameters: Parameters = {},
      at: { region?: string } = {},
    ) {
      const { operation, action } = find(name)
      let token: string | null = null
      for (;;) {
        const paging = token && operation.page ? { [operation.page.input_token]: token } : {}
        const answer = await call<T>(name, { ...parameters, ...paging }, at)
        yield answer
        if (!operation.page) return
        const more = hasMore(answer, operation.page.more_results)
        if (more === false) return
        const next = tokenIn(answer, operation.page.output_token)
        if (next === null && more === true) {
          const lacks = `${operation.page.output_token}, but reports more pages`
          throw problem(
            find(name),
            'broken_answer',
            null,
            `The response to ${name} does not include ${lacks}.`,
          )
        }
        if (next === null) return
        if (next === token) {
          throw new CallProblem(
            'endless_pages',
            'error',
            action,
            `${name} returned the same page token twice.`,
          )
        }
        token = next
      }
    },
    broken: (name, lacks) =>
      problem(
        find(name),
        'broken_answer',
        null,
        `The response to ${name} does not include ${lacks}.`,
      ),
  }
}
