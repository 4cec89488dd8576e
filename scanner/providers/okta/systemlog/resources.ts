import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface LogStream {
  readonly name: string
  /** `aws_eventbridge`, `splunk_cloud_logstreaming` */
  readonly type: string
  readonly isActive: boolean
}

export interface Organization extends Resource {
  readonly log_streams: Maybe<readonly LogStream[]>
}

export interface SystemLog {
  organizations: Organization
}

export const check = checkFor<SystemLog>()
