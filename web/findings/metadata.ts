/** Metadata of a finding's check, in the names of the app. */
import type { Row } from '../api/documents.ts'

interface Wire {
  readonly checktitle?: string
  readonly servicename?: string
  readonly description?: string
  readonly risk?: string
  readonly notes?: string
  readonly additionalurls?: readonly string[]
  readonly remediation?: {
    readonly recommendation?: { readonly text?: string; readonly url?: string }
    readonly code?: { readonly cli?: string; readonly other?: string; readonly terraform?: string }
  }
}

export interface Metadata {
  readonly title: string
  readonly service: string
  readonly description: string
  readonly risk: string
  /** The decision rule of the check. */
  readonly decision: string
  readonly links: readonly string[]
  readonly fix: {
    readonly text: string
    readonly console: string
    readonly cli: string
    readonly terraform: string
  }
}

export function metadataOf({ check_metadata, check_id }: Row<'findings'>): Metadata {
  const wire = (check_metadata ?? {}) as Wire
  const { recommendation, code } = wire.remediation ?? {}
  return {
    title: wire.checktitle || check_id,
    service: wire.servicename ?? '',
    description: wire.description ?? '',
    risk: wire.risk ?? '',
    decision: wire.notes ?? '',
    links: wire.additionalurls ?? [],
    fix: {
      text: recommendation?.text ?? '',
      console: code?.other ?? '',
      cli: code?.cli ?? '',
      terraform: code?.terraform ?? '',
    },
  }
}

/** Only web URLs are links: imported files may contain anything. */
export const isLink = (address: string): boolean => /^https?:\/\//i.test(address)
