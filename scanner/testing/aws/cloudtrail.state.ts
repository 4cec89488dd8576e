import type { Tags } from './tags.ts'

/** A trail, stored in its home region. */
export interface Trail {
  readonly name: string
  readonly homeRegion: string
  bucket: string
  prefix?: string
  multiRegion: boolean
  includeGlobalEvents: boolean
  organization: boolean
  /** The account that created it, if it belongs to the organization: other accounts see a shadow trail. */
  owner?: string
  logFileValidation: boolean
  kmsKeyArn: string | null
  logGroupArn: string | null
  logRoleArn?: string
  snsTopicArn?: string
  logging: boolean
  startedLoggingAt?: Date
  latestDeliveryAt?: Date
  latestCloudWatchDeliveryAt?: Date
  latestDeliveryError?: string
  eventSelectors: EventSelector[]
  insights: ('ApiCallRateInsight' | 'ApiErrorRateInsight')[]
  tags: Tags
}

export interface EventSelector {
  readWriteType: 'All' | 'ReadOnly' | 'WriteOnly'
  managementEvents: boolean
  dataResources: { type: string; values: string[] }[]
}

/** An event of the event history. */
export interface TrailEvent {
  readonly id: string
  readonly region: string
  name: string
  source: string
  at: Date
  user: string
  readOnly: boolean
  /** The resources of the event, as named by the service that logged it. */
  resources?: { type: string; name: string }[]
  /** Members of its record in addition to those of every event: `requestParameters`, `errorCode`, `userIdentity`. */
  record?: Readonly<Record<string, unknown>>
}
