/** The calls of Security Hub's API that are made. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sign } from '@plumbline/scanner/aws'
import { type AwsAccess, type AwsAccount, hostOf } from '../../platform/aws/index.ts'
import { type Egress, NotReached, type Outgoing } from '../../platform/egress/index.ts'
import { ask, jsonOf, objectsOf, textOf } from '../call.ts'
import { shortLine } from '../plain-text.ts'
import { NotDelivered, type Refusal } from '../target.ts'
import { limits } from './limits.ts'
import { Pace } from '../pace.ts'
import type { AsffFinding } from './rendering.ts'

/** One hub, and the credentials for it. */
export interface Hub {
  readonly account: AwsAccount
  readonly region: string
  readonly endpoint: AwsAccess['endpoint']
  readonly egress: Egress
  readonly signal: AbortSignal
}

interface Call {
  readonly name: string
  readonly method: Outgoing['method']
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
}

/** Refused as it is: no attempt of the same call changes that. */
export class HubRefused extends NotDelivered {
  override name = 'HubRefused'
  /** AWS's word: `InvalidInputException`. */
  readonly awsCode: string
  constructor(code: Refusal, awsCode: string, detail: string, retryAfterSeconds: number | null) {
    super(code, detail, retryAfterSeconds)
    this.awsCode = awsCode
  }
}

const throttled =
  /^(Throttling|ThrottlingException|ThrottledException|TooManyRequestsException|LimitExceededException|RequestLimitExceeded)$/
const credentials =
  /^(UnrecognizedClientException|InvalidClientTokenId|InvalidSignatureException|SignatureDoesNotMatch|ExpiredToken|ExpiredTokenException|IncompleteSignature|MissingAuthenticationToken\w*|InvalidToken)$/

function kindOf(status: number, awsCode: string): Refusal {
  if (throttled.test(awsCode) || status === 429) return 'rate_limited'
  if (awsCode === 'InvalidAccessException' || awsCode === 'ResourceNotFoundException')
    return 'not_found'
  if (status >= 500) return 'unavailable'
  if (status === 413 || awsCode === 'RequestEntityTooLargeException') return 'too_large'
  if (status === 401 || status === 403 || credentials.test(awsCode)) return 'unauthorised'
  return 'invalid'
}

function sentenceOf(kind: Refusal, { name }: Call, { region }: Hub, awsCode: string, said: string) {
  const why = `(${awsCode})`
  if (kind === 'rate_limited') return `Security Hub in ${region} received too many requests ${why}.`
  if (kind === 'not_found') return `Security Hub is not enabled in ${region} ${why}.`
  if (kind === 'unavailable') return `Security Hub in ${region} is unavailable ${why}.`
  if (kind === 'too_large') return `Security Hub in ${region} rejected ${name} as too large ${why}.`
  if (credentials.test(awsCode)) return `AWS does not accept the credentials ${why}.`
  if (kind === 'unauthorised')
    return `The credentials do not have the permission securityhub:${name} in ${region} ${why}.`
  return `Security Hub of ${region} refused ${name} ${why}: ${shortLine(said, 300)}`
}

/** A response larger than egress accepts may be requested in smaller pages. */
const bounded =
  (egress: Egress): Egress =>
  async (request) => {
    try {
      return await egress(request)
    } catch (error) {
      if (!(error instanceof NotReached && error.code === 'too_large')) throw error
      throw new NotDelivered('too_large', 'The answer of Security Hub is too large.')
    }
  }

/** Attempts of one call. All calls here may be made twice with one effect. */
const attempts = 3
const passing: ReadonlySet<Refusal> = new Set(['rate_limited', 'unavailable', 'uncertain'])

async function callOnce(hub: Hub, call: Call): Promise<Readonly<Record<string, unknown>>> {
  const { region, endpoint, egress, signal, account } = hub
  const { method, path, query = {}, body } = call
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = {
    accept: 'application/json',
    ...(text && { 'content-type': 'application/json' }),
  }
  const origin = endpoint ?? `https://${hostOf('securityhub', region)}`
  const signed = await sign({ method, path, query, headers, body: text }, origin, {
    credentials: await account.credentials(),
    region,
    service: 'securityhub',
    date: new Date(),
  })
  const url = signed.url.href
  const request = { method, url, headers: signed.headers, body: text, signal }
  const answer = await ask(bounded(egress), request)
  const { status } = answer
  const json = jsonOf(answer)
  if (status === 200 && json) return json
  const named = answer.headers['x-amzn-errortype'] ?? textOf(json?.['__type'] ?? json?.['Code'])
  const awsCode = shortLine(named.slice(0, 500).replace(/^.*#|:.*$/g, ''), 80) || `status ${status}`
  const kind = status === 200 ? 'unavailable' : kindOf(status, awsCode)
  const said = textOf(json?.['Message'] ?? json?.['message'])
  throw new HubRefused(kind, awsCode, sentenceOf(kind, call, hub, awsCode, said), null)
}

/** Throws NotDelivered, and HubRefused if AWS returns a code. */
async function call(hub: Hub, what: Call): Promise<Readonly<Record<string, unknown>>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callOnce(hub, what)
    } catch (error) {
      const isPassing = error instanceof NotDelivered && passing.has(error.code)
      if (!isPassing || attempt === attempts) throw error
      const waitMs = 300 * 4 ** (attempt - 1) * (0.5 + Math.random())
      await sleep(waitMs, undefined, { signal: hub.signal })
    }
  }
}

/** Throws NotDelivered `not_found` where the hub is not enabled. */
export async function describeHub(hub: Hub): Promise<void> {
  await call(hub, { name: 'DescribeHub', method: 'GET', path: '/accounts' })
}

/** What the hub takes findings of. Its default product is one that it always takes. */
export async function listEnabledProductsForImport(hub: Hub): Promise<readonly string[]> {
  const found: string[] = []
  for (let token = ''; ; ) {
    const query: Record<string, string> = token === '' ? {} : { NextToken: token }
    const name = 'ListEnabledProductsForImport'
    const answer = await call(hub, { name, method: 'GET', path: '/productSubscriptions', query })
    const listed = answer['ProductSubscriptions']
    if (Array.isArray(listed)) found.push(...listed.map(textOf))
    const next = textOf(answer['NextToken'])
    if (next === '' || next === token) return found
    token = next
  }
}

/** One of those that the hub did not take. */
export interface Refused {
  readonly id: string
  readonly code: string
  readonly message: string
}

/** Calls may arrive closer together than they were made, so the hub's burst is not used up. */
const imports = new Pace({ ...limits.rate, burst: limits.rate.burst / 2 })
const reads = new Pace(limits.readRate)
const keyOf = ({ account, region }: Hub): string => `${account.account}/${region}`

/** Returns the findings of a call that failed: the others are in the hub. */
export async function batchImportFindings(
  hub: Hub,
  findings: readonly AsffFinding[],
): Promise<readonly Refused[]> {
  await imports.turn(keyOf(hub), hub.signal)
  const answer = await call(hub, {
    name: 'BatchImportFindings',
    method: 'POST',
    path: '/findings/import',
    body: { Findings: findings },
  })
  return objectsOf(answer['FailedFindings']).map((one) => ({
    id: textOf(one['Id']),
    code: shortLine(textOf(one['ErrorCode']), 100) || 'unknown',
    message: shortLine(textOf(one['ErrorMessage']), 500),
  }))
}

/** A page of findings, as the hub has them, and the token of the next one; empty at the end. */
export async function getFindings(
  hub: Hub,
  filters: object,
  token: string,
  maxResults: number,
): Promise<{ findings: readonly Readonly<Record<string, unknown>>[]; next: string }> {
  await reads.turn(keyOf(hub), hub.signal)
  const answer = await call(hub, {
    name: 'GetFindings',
    method: 'POST',
    path: '/findings',
    body: { Filters: filters, MaxResults: maxResults, ...(token && { NextToken: token }) },
  })
  return { findings: objectsOf(answer['Findings']), next: textOf(answer['NextToken']) }
}
