/** Rules that make single calls fail: a match, and an effect. */
import { globMatches } from './aws/permissions.ts'

export interface Match {
  /** `s3`, `s3control`, `iam`, `ec2`, `kms`, `cloudtrail`, `account`, `sts` */
  service?: string
  operation?: string
  region?: string
  account?: string
  /** A glob over the ARN of the call; `*` is the value for a call without an ARN. */
  resource?: string
  /** Only the n-th matching call, counted from 1. */
  nth?: number
  /** Only this number of matching calls, counted from the first. */
  times?: number
}

export type Deed =
  | { do: 'deny' }
  /** The service's own code, and its own status unless one is set. */
  | { do: 'throttle'; retryAfterSeconds?: number; status?: 429 | 503 }
  | { do: 'status'; status: number; body?: string }
  /** The normal response with these headers added, and optionally another status. */
  | { do: 'headers'; headers: Readonly<Record<string, string>>; status?: number }
  | { do: 'hang' }
  /** The normal response after this delay. */
  | { do: 'late'; ms: number }
  /** The normal response, once the rule is removed. */
  | { do: 'hold' }
  | { do: 'slow'; bytesPerTick: number; tickMs?: number }
  | { do: 'reset' }
  /** Half the body, then the connection closes; content-length is that of the whole body. */
  | { do: 'truncate' }
  /** The normal status and type with a body that cannot be parsed. */
  | { do: 'garbage' }
  /** The response, followed by blanks up to `bytes`. */
  | { do: 'huge'; bytes: number }
  /** Every value under one of the names becomes `text`. Names are those in the response. */
  | { do: 'hostile'; names: string[]; text?: string }

/** `{ match: { operation: 'GetBucketPolicy', times: 2 }, do: 'throttle', retryAfterSeconds: 1 }` */
export type Rule = { match: Match } & Deed

/** The change to one call; `released` resolves when its rule is removed. */
export type Taken = Deed & { readonly released: Promise<void> }

interface Subject {
  readonly service: string
  readonly operation: string
  readonly region: string
  readonly account: string | null
  readonly resource: string
}

const matches = (match: Match, subject: Subject): boolean =>
  (match.service === undefined || match.service === subject.service) &&
  (match.operation === undefined || match.operation === subject.operation) &&
  (match.region === undefined || match.region === subject.region) &&
  (match.account === undefined || match.account === subject.account) &&
  (match.resource === undefined || globMatches(match.resource, subject.resource))

/** Rules in the order in which they were added; the first that matches a call applies. */
export const openScripts = () => {
  const rules = new Map<Rule, { seen: number; readonly released: Promise<void> }>()
  return {
    add(rule: Rule): () => void {
      const entry = { ...rule }
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      rules.set(entry, { seen: 0, released })
      return () => {
        rules.delete(entry)
        release()
      }
    },
    /** Returns the change to this call, and counts the call. */
    take(subject: Subject): Taken | undefined {
      let taken: Taken | undefined
      for (const [rule, count] of rules) {
        const { match } = rule
        if (!matches(match, subject)) continue
        count.seen += 1
        const { nth, times = Number.POSITIVE_INFINITY } = match
        const wants = nth === undefined ? count.seen <= times : count.seen === nth
        if (wants) taken ??= { ...rule, released: count.released }
      }
      return taken
    },
  }
}
