/** A digest as the data of an event. */
import type { Digest } from '../digest.ts'
import { cut } from '../plain-text.ts'
import { webhookLimits } from './limits.ts'

export interface DigestData extends Digest {
  /** Findings or accounts are left out because of the size; the totals are of all of them. */
  readonly is_truncated: boolean
}

/** For the rest of the body, and for texts that grow when they are made fit for JSON. */
const reserveBytes = 1_024
const mostSections = 20

interface Named {
  readonly list: unknown[]
  readonly sizes: number[]
  total: number
}

/** Whatever has most of it to name loses the last of it, until the event is within its limit. */
export function digestData(digest: Digest): DigestData {
  const rule = {
    id: digest.rule.id,
    name: cut(digest.rule.name, 200),
    description: cut(digest.rule.description, 2_000),
  }
  const sections = digest.sections.slice(0, mostSections)
  const link = digest.link !== null && digest.link.length > 2_000 ? null : digest.link
  const shown = sections.map(({ condition, total, findings, connections }) => ({
    condition,
    total,
    findings: [...findings],
    ...(connections && { connections: [...connections] }),
  }))
  const whole = (is_truncated: boolean): DigestData => ({
    rule,
    window: digest.window,
    sections: shown,
    link,
    is_truncated,
  })
  const named = shown.flatMap(({ findings, connections = [] }) =>
    [findings, connections].map(sized),
  )
  let over = sizeOf(whole(false)) + reserveBytes - webhookLimits.maxBytes
  let is_truncated = sections.length < digest.sections.length
  while (over > 0) {
    const largest = named.reduce((most, one) => (one.total > most.total ? one : most))
    const size = largest.sizes.pop()
    if (size === undefined) break
    largest.list.pop()
    largest.total -= size
    over -= size
    is_truncated = true
  }
  return whole(is_truncated)
}

function sized(list: unknown[]): Named {
  const sizes = list.map((one) => sizeOf(one) + 1) // and the comma
  return { list, sizes, total: sizes.reduce((sum, size) => sum + size, 0) }
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
