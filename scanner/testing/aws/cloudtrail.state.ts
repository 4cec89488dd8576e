import type { Tags } from './tags.ts'

/** A trail, kept where its home region is. */
export interface Trail {
  readonly name: string
  readonly homeRegion: string
  bucket: string
  prefix?: string
  multiRegion: boolean
  includeGlobalEvents: boolean
  organization: boolean
  /** The account that made it, if it is the organization's: what other accounts see is a shadow. */
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
