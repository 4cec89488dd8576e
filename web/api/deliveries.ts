/** Sent and pending deliveries of an integration. */
import type { Row } from './documents.ts'

export type Delivery = Row<'integration-deliveries'>

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The issue that a delivery created or changed. */
export interface Issue {
  readonly key: string
  /** Null if the response has no valid URL. */
  readonly url: string | null
  readonly isNew: boolean
}

export function issueOf({ outcome }: Pick<Delivery, 'outcome'>): Issue | null {
  const key = text(outcome?.['issue_key'])
  if (key === undefined) return null
  const url = text(outcome?.['issue_url']) ?? ''
  return {
    key,
    url: url.startsWith('https://') ? url : null,
    isNew: outcome?.['outcome'] === 'created',
  }
}
