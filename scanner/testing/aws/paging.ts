import { Fault, refuse, type RefusalFamily } from './fault.ts'
import type { Input } from './request.ts'

/** The paging parameters of an operation: the token's field, the size's field and the allowed sizes. */
export interface PageRule {
  readonly token: string
  readonly size: string
  /** The default size; omit it if the real service then returns everything. */
  readonly usual?: number
  readonly least?: number
  readonly most?: number | undefined
}

export interface Page<T> {
  readonly items: readonly T[]
  readonly next: string | undefined
}

interface Asked {
  readonly operation: string
  readonly input: Input
  readonly family: RefusalFamily
  /** The cloud's own maximum, so that tests need few items for several pages. */
  readonly cap: number
}

const badSize: Record<RefusalFamily, string> = {
  query: 'ValidationError',
  ec2: 'InvalidParameterValue',
  s3: 'InvalidArgument',
  json: 'ValidationException',
  restJson: 'ValidationException',
}

/** A token contains its operation, so that it cannot be used for another. */
const tokenAt = (operation: string, offset: number): string =>
  Buffer.from(`${operation}/${offset}`).toString('base64url')

const offsetOf = (token: string, operation: string): number | undefined => {
  const match = /^(\w+)\/(\d+)$/.exec(Buffer.from(token, 'base64url').toString())
  return match && match[1] === operation ? Number(match[2]) : undefined
}

/** Returns one page of `items`. Throws the service's own fault for an invalid size or token. */
export const cutPage = <T>(items: readonly T[], rule: PageRule, asked: Asked): Page<T> => {
  const { operation, input, family, cap } = asked
  const wanted = input.text(rule.size)
  const size = wanted === undefined ? (rule.usual ?? Number.POSITIVE_INFINITY) : Number(wanted)
  const { least = 1, most = 1000 } = rule
  if (wanted !== undefined && !(Number.isInteger(size) && size >= least && size <= most))
    throw new Fault(
      badSize[family],
      400,
      `Value (${wanted}) for parameter ${rule.size} is invalid. Expecting a value from ${least} to ${most}.`,
    )
  const token = input.text(rule.token)
  const offset = token ? offsetOf(token, operation) : 0
  if (offset === undefined) {
    const message = `The value of ${rule.token} is not a token of ${operation}.`
    // JSON services with markers and those with tokens use different error codes.
    if (family === 'json' && rule.token === 'NextToken')
      throw new Fault('InvalidNextTokenException', 400, message)
    throw refuse(family, 'bad page token', message)
  }
  const end = Math.min(items.length, offset + Math.min(size, cap))
  return {
    items: items.slice(offset, end),
    next: end < items.length ? tokenAt(operation, end) : undefined,
  }
}
